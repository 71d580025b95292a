import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What the server answers itself while Vite serves the page (npm run dev). */
const SERVER_PATHS = [
  '/trpc',
  '/auth',
  '/api',
  '/docs',
  '/files',
  '/logos',
  '/thumbnails',
  '/fonts',
  '/exports',
  '/verify',
];
const server = process.env.LAUREL_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [`${path}/`, { target: server }])),
  },
});
