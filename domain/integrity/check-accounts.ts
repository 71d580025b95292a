import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { AUTH_COLUMNS, type AuthModel, authRowText } from '../access/describe-auth-row.ts';
import { hasLaterPassword } from '../access/find-former-password.ts';
import type { Services } from '../context.ts';
import type { Check } from './types.ts';

const PAGE = 500;

/** Conditions for rows of an earlier state: a password that was changed since, and a session that the change of a password has ended. */
const ENDED = {
  user: sql<boolean>`false`,
  account: hasLaterPassword(sql`"userId"`, sql`"updatedAt"`),
  session: hasLaterPassword(sql`"userId"`, sql`"createdAt"`),
  verification: sql<boolean>`false`,
} as const satisfies Record<AuthModel, unknown>;

/**
 * Checks that no account, password, session or reset token was changed outside Laurel, and that none was restored to a state before a
 * change of the password. A changed one grants no access.
 */
export async function* accountViolations(services: Services): Check {
  for (const model of Object.keys(AUTH_COLUMNS) as AuthModel[]) {
    const columns = [...AUTH_COLUMNS[model], 'mac'].map((name) => sql.raw(`"${name}"`));
    for (let after = ''; ; ) {
      const { rows } = await sql<Record<string, unknown> & { id: string; mac: string; hasEnded: boolean }>`
        select ${sql.join(columns)}, ${ENDED[model]} as has_ended from ${sql.table(`auth.${model}`)} where id > ${after} order by id limit ${PAGE}`.execute(
        database(services.em()),
      );
      yield rows
        .filter(
          ({ hasEnded, ...row }) =>
            hasEnded || !services.authenticator.isMacOf(authRowText(model, row), Buffer.from(row.mac, 'base64')),
        )
        .map(({ id }) => ({
          invariant: 'authenticity',
          organisationId: null,
          id,
          message: `a row of auth.${model} was changed outside Laurel`,
        }));
      if (rows.length < PAGE) break;
      after = rows.at(-1)?.id ?? '';
    }
  }
}
