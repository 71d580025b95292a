import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Everything for those who work on Laurel: the server, started anew when its code changes, and the dashboard by Vite,
 * which shows a change at once. What is handed out as an address leads through Vite.
 */
const PORT = '5173';
const SERVER_PORT = '3000';

const run = (command: string, args: string[], env: Record<string, string>): ChildProcess =>
  spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });

const children = [
  run(process.execPath, ['--watch-preserve-output', '--watch', 'server/main.ts'], {
    PORT: SERVER_PORT,
    BASE_URL: `http://localhost:${PORT}`,
  }),
  run('node_modules/.bin/vite', ['dashboard', '--config', 'dashboard/vite.config.ts', '--port', PORT, '--strictPort'], {
    LAUREL_SERVER: `http://localhost:${SERVER_PORT}`,
  }),
];
const stop = () => children.forEach((child) => void child.kill());
process.on('SIGINT', stop).on('SIGTERM', stop);
for (const child of children) child.once('exit', stop);
