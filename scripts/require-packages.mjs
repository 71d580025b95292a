import { existsSync } from 'node:fs';

/** Runs before TypeScript does, because Node 20 runs TypeScript with the Node of the packages only. */
if (!existsSync(new URL('../node_modules/.bin/node', import.meta.url))) {
  process.stderr.write('laurel: packages are missing: run npm ci first\n');
  process.exit(1);
}
