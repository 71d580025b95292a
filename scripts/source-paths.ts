import { globSync } from 'node:fs';

const FOLDERS = 'client,server,procedures,jobs,domain,database,templates-engine';

/** The product's TypeScript files, from the project's root. */
export const sourcePaths = (): string[] =>
  globSync(`{${FOLDERS}}/**/*.ts`)
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
