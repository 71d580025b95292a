import { t } from '@lingui/core/macro';
import { LocalError } from '../lib/errors/errors.ts';
import { type Refusal, refusalText } from '../lib/errors/refusal.ts';

/** Start of each page object in the file. A match can be split across two chunks. */
const PAGE = '/Type /Page /';

/** Downloads the print PDF of a batch. Calls `onProgress` with the number of pages received. Throws a readable error. */
export async function readPrintPdf(
  address: string,
  signal: AbortSignal,
  onProgress: (progress: { pages: number; of: number }) => void,
): Promise<Blob> {
  const response = await fetch(address, { signal });
  if (!response.ok || !response.body) throw new LocalError(await failureOf(response));
  const of = Number(response.headers.get('X-Page-Count') ?? 0);
  const decoder = new TextDecoder('latin1');
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let [pages, tail] = [0, ''];
  const reader = response.body.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    chunks.push(step.value as Uint8Array<ArrayBuffer>);
    const text = tail + decoder.decode(step.value, { stream: true });
    pages += text.split(PAGE).length - 1;
    tail = text.slice(1 - PAGE.length);
    onProgress({ pages: Math.min(pages, of), of });
  }
  return new Blob(chunks, { type: 'application/pdf' });
}

async function failureOf(response: Response): Promise<string> {
  const body: (Refusal & { error?: Refusal }) | null = await response.json().catch(() => null);
  return refusalText({ ...body, ...body?.error }) ?? t`The print PDF couldn’t be created. Try again in a moment.`;
}
