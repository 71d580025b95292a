import { globSync } from 'node:fs';

const FOLDERS =
  'client,dashboard,server,embedded-postgres,procedures,jobs,domain,database,templates-engine,email-templates,errors,proof,verifier';

/** Returns the product's TypeScript files, from the project's root. */
export const sourcePaths = (): string[] =>
  globSync(`{${FOLDERS}}/**/*.{ts,tsx}`)
    .filter((path) => !/^(?:dashboard|verifier|verifier\/page)\/dist\//.test(path.replaceAll('\\', '/')))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
