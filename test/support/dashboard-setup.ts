import type { LaunchOptions } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildDashboard } from '../../scripts/build-dashboard.ts';
import { findChromium } from '../../scripts/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How the browser of this run is started; null without one. */
    browser: LaunchOptions | null;
  }
}

/** Builds the dashboard and finds a browser for its tests. Without one they are skipped, which the run reports at its end. */
export default async function setup(project: TestProject): Promise<() => void> {
  await buildDashboard();
  const found = await findChromium();
  const missing = 'missing' in found ? found.missing : null;
  if (missing && process.env.BROWSER_TESTS === 'required') throw new Error(`the tests need a browser: ${missing}`);
  project.provide('browser', 'launch' in found ? found.launch : null);
  return () => {
    if (missing) process.stdout.write(`\nSKIPPED: the tests of the dashboard in a browser: ${missing}\n`);
  };
}
