import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// Test files and the product's modules start from compiled code, as the product does.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node');

export default defineConfig({
  test: {
    // Node's own support for TypeScript takes two thirds of the processor time of Vite's.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts', 'test/support/dashboard-setup.ts', 'test/support/shared-setup.ts'],
    // Processes rather than threads, because tests send signals. Files share them, because importing the product takes longer than most files.
    pool: 'forks',
    isolate: false,
    setupFiles: ['test/support/file-setup.ts'],
    // One more than cores, because some files mostly wait for timeouts.
    maxWorkers: availableParallelism() + 1,
    // Tests wait for events. These limits end a test whose event never comes, even on a busy machine.
    testTimeout: process.env.FAULTS === 'long' ? 60 * 60_000 : 180_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
  },
});
