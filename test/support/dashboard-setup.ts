import { buildDashboard } from '../../scripts/build-dashboard.ts';

/** Builds the dashboard that the product serves in tests, where its sources have changed. */
export default buildDashboard;
