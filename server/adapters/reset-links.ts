import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { authRowText } from '../../domain/access/describe-auth-row.ts';
import type { ResetLinks } from '../../domain/ports/reset-links.ts';
import type { Authenticator } from '../../domain/ports/signing.ts';

/**
 * Writes the same rows as better-auth, whose connections cannot take part in our transaction. `identifier` matches better-auth's option
 * `storeIdentifier: 'hashed'`.
 */
export const makeResetLinks = (authenticator: Authenticator): ResetLinks => ({
  async open(em, { userId, token, expiresAt }) {
    const identifier = createHash('sha256').update(`reset-password:${token}`).digest('base64url');
    const row = { id: randomUUID(), identifier, value: userId, expiresAt };
    const mac = authenticator.mac(authRowText('verification', row)).toString('base64');
    await sql`insert into auth.verification (id, identifier, value, "expiresAt", mac)
      values (${row.id}, ${identifier}, ${userId}, ${expiresAt}, ${mac})`.execute(database(em));
  },
});
