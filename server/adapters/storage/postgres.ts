import { sql } from 'kysely';
import { database } from '../../../database/queue.ts';
import type { FileStorage, Services } from '../../../domain/context.ts';

/** Files in PostgreSQL: nothing else to run or to back up. Good for some 200,000 certificates. */
export function makePostgresStorage(em: Services['em']): FileStorage {
  return {
    async put({ organisationId, id, name }, content) {
      await sql`
        insert into files (organisation_id, id, name, content)
        values (${organisationId}, ${id}, ${name}, ${Buffer.from(content)})
        on conflict (organisation_id, id, name) do update set content = excluded.content`.execute(database(em()));
    },
    async get({ organisationId, id, name }) {
      const { rows } = await sql<{ content: Buffer }>`
        select content from files
        where organisation_id = ${organisationId} and id = ${id} and name = ${name}`.execute(database(em()));
      return rows[0]?.content ?? null;
    },
    async digest({ organisationId, id, name }) {
      const { rows } = await sql<{ digest: Buffer }>`
        select sha256(content) as digest from files
        where organisation_id = ${organisationId} and id = ${id} and name = ${name}`.execute(database(em()));
      return rows[0]?.digest ?? null;
    },
    async remove({ organisationId, id, name }) {
      await sql`
        delete from files where organisation_id = ${organisationId} and id = ${id} and name = ${name}`.execute(
        database(em()),
      );
    },
  };
}
