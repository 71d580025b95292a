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
    globalSetup: ['test/support/global-setup.ts', 'test/support/dashboard-setup.ts', 'test/support/shared-setup.ts'],
    // Processes rather than threads: tests send signals. Files share them, as importing the product anew takes longer than most files.
    pool: 'forks',
    isolate: false,
    setupFiles: ['test/support/file-setup.ts'],
    // One more than cores: some files mostly wait, for time-outs of the product and for others to recover.
    maxWorkers: availableParallelism() + 1,
    // What a test waits for are events; these limits end one that waits for what never comes, on a busy machine, too.
    testTimeout: process.env.FAULTS === 'long' ? 60 * 60_000 : 180_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
  },
});
