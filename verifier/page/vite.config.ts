import { join } from 'node:path';
import { defineConfig } from 'vite';

/** Script of the page at /verify. Code for checking files is in separate chunks. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/verify/assets/',
  resolve: { mainFields: ['browser', 'module', 'main'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'main.ts'),
      // The page refers to the entry by a fixed name. Chunks are named by content, so they never change.
      output: { entryFileNames: 'page.js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
