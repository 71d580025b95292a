import { afterAll, inject } from 'vitest';
import { cloneTemplate, execute } from './clone-template.ts';

export interface TestDatabase {
  url: string;
  /** Drops it now, ending its connections. */
  drop: () => Promise<void>;
}

const databases: TestDatabase[] = [];

// afterAll hooks run in reverse order, so those of the test file have closed its connections by then.
afterAll(async () => {
  await Promise.all(databases.splice(0).map((database) => database.drop()));
});

/** A fresh database cloned from the migrated template; drops itself at the end of the test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const { name, url } = await cloneTemplate(postgres);
  const drop = () => execute(postgres.serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const database = { url, drop };
  databases.push(database);
  return database;
}
