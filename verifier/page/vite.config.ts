import { join } from 'node:path';
import { defineConfig } from 'vite';

/** The script of the page at /verify; what it needs only for a file is in chunks of its own. */
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
      // The page names the first by its name; the others are named by their content, and so never change.
      output: { entryFileNames: 'page.js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
