import { sql } from 'kysely';
import { type Bound, database, statement } from '../../../database/sql.ts';
import type { Services } from '../../../domain/context.ts';
import type { FileKey } from '../../../domain/ports/storage.ts';
import type { Storage } from './storage.ts';

/** Keys per page. */
const PAGE = 1_000;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Stores files in PostgreSQL, without another service to run or back up. Suitable for about 200,000 certificates. */
export function makePostgresStorage(em: Services['em']): Storage {
  return {
    async put(...files) {
      // pg copies the message each time a value does not fit, so the largest comes last.
      const sorted = files.toSorted((one, other) => one.content.length - other.content.length);
      await database(em())
        .insertInto('files')
        .values(sorted.map(({ key: { organisationId, id, name }, content }) => ({ organisationId, id, name, content })))
        .onConflict((conflict) =>
          conflict
            .columns(['organisationId', 'id', 'name'])
            .doUpdateSet(({ ref }) => ({ content: ref('excluded.content') })),
        )
        .execute();
    },
    async get(key) {
      const [file] = await contents(em(), key);
      return file?.content ?? null;
    },
    async digest(key) {
      const [file] = await digests(em(), key);
      return file?.digest ?? null;
    },
    async remove({ organisationId, id, name }) {
      await database(em())
        .deleteFrom('files')
        .where('organisationId', '=', organisationId)
        .where('id', '=', id)
        .where('name', '=', name)
        .execute();
    },
    async removeOthers({ organisationId, id }, kept) {
      await database(em())
        .deleteFrom('files')
        .where('organisationId', '=', organisationId)
        .where('id', '=', id)
        .where('name', '<>', sql<string>`all(${kept}::text[])`)
        .execute();
    },
    async *keys() {
      let after: FileKey | undefined = { organisationId: NIL, id: NIL, name: '' };
      while (after) {
        const page: FileKey[] = await database(em())
          .selectFrom('files')
          .select(['organisationId', 'id', 'name'])
          .where(sql<boolean>`(organisation_id, id, name) > (${after.organisationId}, ${after.id}, ${after.name})`)
          .orderBy('organisationId')
          .orderBy('id')
          .orderBy('name')
          .limit(PAGE)
          .execute();
        yield* page;
        after = page.at(-1);
      }
    },
    // Uses the database, which the start already waits for.
    check: async () => null,
  };
}

const contents = statement((db, { organisationId, id, name }: Bound<FileKey>) =>
  db
    .selectFrom('files')
    .select('content')
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .where('name', '=', name),
);

const digests = statement((db, { organisationId, id, name }: Bound<FileKey>) =>
  db
    .selectFrom('files')
    .select(sql<Uint8Array>`sha256(content)`.as('digest'))
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .where('name', '=', name),
);
