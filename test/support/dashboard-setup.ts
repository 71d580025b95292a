import { buildDashboard } from '../../scripts/build-dashboard.ts';

/** Builds the dashboard for the tests if its sources have changed. */
export default () => buildDashboard();
