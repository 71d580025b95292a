import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messageMacros } from '../scripts/dashboard-messages/macros.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [messageMacros(), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // First versions with light-dark(). The fallback for older versions relies on properties that are not set.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The Content-Security-Policy forbids data: scripts, and there are few images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Each request costs a round trip. Code that is always loaded is one chunk, and code that screens share is a few.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Chunks import each other, so without this React would be used before it has run.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            // Has no messages, so all languages share it.
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 9, entriesAware: true, entriesAwareMergeThreshold: 100_000 },
          ],
        },
      },
    },
  },
});
