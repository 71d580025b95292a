import { inject } from 'vitest';
import { cloneTemplate, execute } from './clone-template.ts';
import { atEndOfFile } from './end-of-file.ts';

export interface TestDatabase {
  url: string;
  /** Drops the database immediately, ending its connections. */
  drop: () => Promise<void>;
}

/** Creates a database, cloned from the migrated template. It is dropped at the end of the test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const { name, url } = await cloneTemplate(postgres);
  const drop = () => execute(postgres.serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  atEndOfFile(drop);
  return { url, drop };
}
