import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { migrate } from '../database/migrate.ts';
import { startServer } from '../test/support/postgres-server.ts';
import { dumpSchema } from './dump-schema.ts';

/** Writes database/schema.sql, the schema that all migrations create in an empty database. */
async function main(): Promise<void> {
  const server = await startServer();
  const admin = new pg.Client({ connectionString: server.url });
  const name = `laurel_schema_${process.pid}`;
  const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  try {
    await admin.connect();
    await admin.query(`create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`);
    await migrate(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await writeFile('database/schema.sql', await dumpSchema(client));
    await client.end();
    await admin.query(`drop database ${name}`);
  } finally {
    await admin.end();
    await server.stop();
  }
}

await main();
