import { operate } from './command.ts';
import { type Laurel, type Tenant, VARIABLES } from './laurel.ts';
import { waitFor } from './wait-for.ts';

/** Returns the output of the operator's `reconcile`. Fails if an invariant is broken. */
export async function reconcile(laurel: Laurel) {
  const { code, out, err } = await operate(laurel, 'reconcile');
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as {
    breaches: unknown[];
    uncertainEmails: { organisationId: string; certificateId: string; recipient: string }[];
  };
}

export const addressOf = (index: number) => `recipient-${index}@example.org`;

/** Issues a batch for addressOf(0), addressOf(1) and so on. */
export async function issueBatch(laurel: Laurel, { key, templateId }: Tenant, count: number, sendEmail: boolean) {
  const recipients = Array.from({ length: count }, (_, index) => ({
    variables: { ...VARIABLES, name: `Recipient ${index}` },
    recipientEmail: addressOf(index),
  }));
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients, sendEmail } });
  return body as { batchId: string; certificates: { id: string; recipientName: string }[] };
}

/** Waits until at least `atLeast` certificates of a batch are rendered or have failed. */
export async function processed(laurel: Laurel, key: string, batchId: string, atLeast: number): Promise<void> {
  const read = async () => (await laurel.call(`/batches/${batchId}`, { key })).body;
  await waitFor(`${atLeast} certificates of ${batchId}`, read, ({ processedCount }) => processedCount >= atLeast);
}
