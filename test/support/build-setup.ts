import { buildBundles } from '../../scripts/build.ts';

/** Builds the bundles for the tests if their sources have changed. */
export default () => buildBundles();
