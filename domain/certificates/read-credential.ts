import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { storedFile } from './load-file.ts';
import { findCompleted } from './read.ts';

/** Returns a certificate's sealed credential. Responds with 202 until it is rendered; NOT_FOUND for certificates issued without one. */
export async function readCredential(context: DomainContext, input: { id: string }): Promise<Record<string, unknown>> {
  const key = storedFile(await findCompleted(context, input), 'json');
  const content = key && (await context.storage.get(key));
  if (!content) throw notFound();
  return JSON.parse(Buffer.from(content).toString());
}
