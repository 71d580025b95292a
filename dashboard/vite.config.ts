import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The first versions with light-dark(): what older ones are given instead of it needs properties that nothing sets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The page's policy allows no data: scripts, and pictures are few.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A request costs a round trip, however small its file: what is always loaded is one, and what screens share are few.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Without it React would be used before it has run: chunks refer to each other.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 4, entriesAware: true, entriesAwareMergeThreshold: 100_000 },
          ],
        },
      },
    },
  },
});
