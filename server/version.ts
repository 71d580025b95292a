import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Version of the product, as in package.json. */
export const VERSION = version;

/** Body of `/health`. */
export const ALIVE = { status: 'alive', version };
