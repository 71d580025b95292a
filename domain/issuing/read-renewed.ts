import { z } from 'zod';
import { readUnaltered } from '../certificates/read-unaltered.ts';
import { Certificate, Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { MAX_RECIPIENTS } from '../limits.ts';
import { SafeString } from '../shared/schemas.ts';
import { findByName } from './find-by-name.ts';

/**
 * Names of certificates in a table that renews them, as in `renewalOf`. Those that cannot be names are no error, as the table has others.
 */
export const RenewedNames = z.strictObject({ names: z.array(SafeString).min(1).max(MAX_RECIPIENTS) });
export const RenewedValues = z.object({
  certificates: z
    .array(
      z.object({
        name: z.string(),
        variables: Certificate.shape.variables,
        recipientEmail: Certificate.shape.recipientEmail,
        language: z.string().nullable().describe('Language that was given; null without one'),
      }),
    )
    .describe('Values that renewals keep, of each name that has a certificate'),
});

/**
 * Returns the values of certificates that a table renews, for its empty cells. Omits unknown names, which the check of the rows reports.
 */
export async function readRenewed(
  context: DomainContext,
  { names }: z.infer<typeof RenewedNames>,
): Promise<z.infer<typeof RenewedValues>> {
  const possible = names.filter((name) => Recipient.shape.renewalOf.safeParse(name).success);
  const found = await findByName(context.em(), context, [...new Set(possible)]);
  const ids = [...new Set([...found.values()].map(({ id }) => id))];
  const rows = new Map((await readUnaltered(context, ids)).map((row) => [row.id, row]));
  return {
    certificates: [...found].flatMap(([name, { id }]) => {
      const row = rows.get(id);
      if (!row) return [];
      const { variables, recipientEmail, givenLanguage: language } = row;
      return [{ name, variables, recipientEmail, language }];
    }),
  };
}
