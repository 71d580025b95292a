import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { ResetLinks } from '../../domain/services/reset-links.ts';

/**
 * The same rows as better-auth makes, whose connections cannot take part in our transaction. `identifier` is what its
 * option `storeIdentifier: 'hashed'` stores and looks up.
 */
export const resetLinks: ResetLinks = {
  async open(em, { userId, token, expiresAt }) {
    const identifier = createHash('sha256').update(`reset-password:${token}`).digest('base64url');
    await sql`insert into auth.verification (id, identifier, value, "expiresAt")
      values (${randomUUID()}, ${identifier}, ${userId}, ${expiresAt})`.execute(database(em));
  },
};
