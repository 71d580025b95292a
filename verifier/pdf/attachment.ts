import { inflate } from '../bytes.ts';
import { ensure } from '../check.ts';
import type { PdfDocument } from './document.ts';
import { damaged, isKind, isName, textOf } from './values.ts';

const NAME = 'credential.json';
export const LONGEST_CREDENTIAL = 256 * 1024;

/** Returns the bytes of the associated file `credential.json` (ISO 32000-2, 14.13). Throws Refusal unless there is exactly one. */
export async function readAttachedCredential(pdf: PdfDocument): Promise<Uint8Array> {
  const files = pdf.array(pdf.catalog.get('AF')).map((file) => pdf.dictionary(file));
  const [file, ...others] = files.filter((entry) => textOf(pdf.resolve(entry.get('UF') ?? entry.get('F'))) === NAME);
  ensure(file && others.length === 0, 'credentialMissing');
  const stream = pdf.resolve(pdf.dictionary(file.get('EF')).get('F'));
  if (!isKind(stream, 'stream')) throw damaged();
  const data = pdf.data(stream);
  const filter = pdf.resolve(stream.dictionary.get('Filter'));
  const [only, ...more] = Array.isArray(filter) ? filter : [filter];
  if (more.length > 0 || stream.dictionary.has('DecodeParms')) throw damaged();
  if (only === undefined || only === null) return bounded(data);
  if (!isName(only, 'FlateDecode')) throw damaged();
  return inflate(data, 'deflate', LONGEST_CREDENTIAL).catch(() => {
    throw damaged();
  });
}

function bounded(data: Uint8Array): Uint8Array {
  if (data.length > LONGEST_CREDENTIAL) throw damaged();
  return data;
}
