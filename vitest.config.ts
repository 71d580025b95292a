import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// Test files and the product's modules start from compiled code, as the product does.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node');

export default defineConfig({
  test: {
    // Node runs TypeScript by itself: importing it natively takes two thirds of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts', 'test/support/dashboard-setup.ts'],
    // Processes rather than threads: tests send signals, and native code that aborts fails one file.
    pool: 'forks',
    // One more than cores: some files mostly wait, for time-outs of the product and for others to recover.
    maxWorkers: availableParallelism() + 1,
    // A browser, a server and a database share two busy cores: what fails by being slow gets a second chance there.
    retry: process.env.BROWSER_TESTS === 'required' ? 1 : 0,
    testTimeout: process.env.FAULTS === 'long' ? 60 * 60_000 : 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
});
