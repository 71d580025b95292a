import { readFileSync } from 'node:fs';

interface Entry {
  version?: string;
  integrity?: string;
  link?: boolean;
}

/** Returns one line for each package of package-lock.json that `npm ci` would install with any content. */
export function withoutIntegrity(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
  return Object.entries(packages)
    .filter(
      ([path, { integrity, link }]) => path.includes('node_modules/') && !link && !integrity?.startsWith('sha512-'),
    )
    .map(
      ([path, { version }]) =>
        `package-lock.json: ${path.replace(/^.*node_modules\//, '')}@${version} has no integrity`,
    );
}
