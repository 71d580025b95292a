import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Person, Services } from '../context.ts';
import { AUTH_COLUMNS, authRowText } from './describe-auth-row.ts';

/** Returns the account of a person; null if it does not exist or its row was changed outside Laurel. */
export async function findAccount(
  services: Pick<Services, 'em' | 'authenticator'>,
  userId: string,
): Promise<Person | null> {
  const columns = [...AUTH_COLUMNS.user, 'mac'].map((name) => sql.raw(`"${name}"`));
  const { rows } = await sql<Person & { mac: string }>`
    select ${sql.join(columns)} from auth."user" where id = ${userId}`.execute(database(services.em()));
  const [row] = rows;
  if (!row || !services.authenticator.isMacOf(authRowText('user', { ...row }), Buffer.from(row.mac, 'base64')))
    return null;
  return { id: row.id, name: row.name, email: row.email };
}
