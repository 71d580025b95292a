import { spawn } from 'node:child_process';
import { createServer } from 'vite';

/**
 * Development mode: the server, restarted when its code changes, and the dashboard by Vite with hot reload. Public addresses go through
 * Vite.
 */
const DASHBOARD = 'http://localhost:5173';
const SERVER = 'http://localhost:3000';
/** Paths that the server answers. */
const PATHS = [
  '/trpc',
  '/mcp',
  '/auth',
  '/api',
  '/docs',
  '/files',
  '/logos',
  '/thumbnails',
  '/fonts',
  '/exports',
  '/verify',
  '/my',
  '/issuers',
  '/log',
  '/.well-known',
];

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: new URL(SERVER).port, BASE_URL: DASHBOARD },
});
const vite = await createServer({
  configFile: 'dashboard/vite.config.ts',
  server: {
    host: '127.0.0.1',
    port: Number(new URL(DASHBOARD).port),
    strictPort: true,
    proxy: Object.fromEntries(PATHS.map((path) => [`^${path}(?:[/?]|$)`, { target: SERVER }])),
  },
});
await vite.listen();

const stop = async () => {
  server.kill();
  await vite.close();
};
process.on('SIGINT', stop).on('SIGTERM', stop);
server.once('exit', () => void vite.close());
