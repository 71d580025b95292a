import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { CamelCasePlugin, type Kysely } from 'kysely';
import type { ENTITIES, EntityManager } from './orm.ts';

/** People, as far as our statements read them: the table is better-auth's. */
interface User {
  id: string;
  name: string;
  email: string;
}

/** The tables by their names, and their columns by the names of the entities' properties. */
type Tables = InferKyselyDB<(typeof ENTITIES)[number], { columnNamingStrategy: 'property' }> & {
  'auth.user': User;
};
// Of names alone: what JSON contains is the callers' own.
const NAMES = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** Typed SQL on the entity manager's transaction, with the properties' names; `sql` fragments have the columns' names. */
export function database(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables>().withPlugin(NAMES);
}
