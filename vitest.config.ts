import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { SLOW_TESTS } from './test/slow-tests.ts';

// Test files and the product's modules start from compiled code, as the product does.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node');

const slow = Object.values(SLOW_TESTS).flat();
const isLong = process.env.FAULTS === 'long';

/** Settings of both suites. */
const settings: TestUserConfig = {
  // Node's own support for TypeScript takes two thirds of the processor time of Vite's.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Processes rather than threads, because tests send signals. Files share them, because importing the product takes longer than most
  // files.
  pool: 'forks',
  isolate: false,
  setupFiles: ['test/support/file-setup.ts'],
  // Tests wait for events. These limits end a test whose event never comes, even on a busy machine.
  testTimeout: isLong ? 60 * 60_000 : 180_000,
  expect: { poll: { timeout: 120_000 } },
  hookTimeout: 240_000,
  // A machine that stalls for seconds fails tests that wait for clicks and clocks. The report counts retries ("retry x1").
  retry: process.env.CI ? 1 : 0,
  // One more than cores, because some files mostly wait for timeouts.
  maxWorkers: availableParallelism() + 1,
};

export default defineConfig({
  test: {
    ...settings,
    teardownTimeout: 60_000,
    // Once per run: both suites share the database server, the dashboard, and the shared product.
    globalSetup: ['test/support/global-setup.ts', 'test/support/build-setup.ts', 'test/support/shared-setup.ts'],
    projects: [
      { test: { ...settings, name: 'quick', include: ['test/**/*.test.ts'], exclude: slow } },
      { test: { ...settings, name: 'slow', include: slow } },
    ],
  },
});
