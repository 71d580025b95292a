import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Laurel } from './laurel.ts';

/** Folder of Source Sans, a free font whose package has each file in every format. */
const FOLDER = join(dirname(new URL(import.meta.url).pathname), '../../node_modules/source-sans');
export const SOURCE_SANS = {
  ttf: 'TTF/SourceSans3-Regular.ttf',
  lightTtf: 'TTF/SourceSans3-Light.ttf',
  otf: 'OTF/SourceSans3-Bold.otf',
  woff: 'WOFF/OTF/SourceSans3-It.otf.woff',
  woff2: 'WOFF2/TTF/SourceSans3-BoldIt.ttf.woff2',
  variableTtf: 'VF/SourceSans3VF-Upright.ttf',
  variableOtf: 'VF/SourceSans3VF-Italic.otf',
  variableWoff2: 'WOFF2/VF/SourceSans3VF-Upright.otf.woff2',
} as const;

export const sourceSans = (name: keyof typeof SOURCE_SANS): Promise<Buffer> =>
  readFile(join(FOLDER, SOURCE_SANS[name]));

/** Returns the offset of a table in an sfnt. */
function tableAt(sfnt: Buffer, tag: string): number {
  for (let entry = 12; entry < 12 + sfnt.readUInt16BE(4) * 16; entry += 16)
    if (sfnt.toString('latin1', entry, entry + 4) === tag) return sfnt.readUInt32BE(entry + 8);
  throw new Error(`the font has no table ${tag}`);
}

/** Returns a copy of a font with a 16-bit number of a table changed. */
export function withNumber(sfnt: Buffer, tag: string, offset: number, value: number): Buffer {
  const copy = Buffer.from(sfnt);
  copy.writeUInt16BE(value, tableAt(copy, tag) + offset);
  return copy;
}

/** Returns a copy of a font without a table: its tag is changed. */
export function withoutTable(sfnt: Buffer, tag: string): Buffer {
  const copy = Buffer.from(sfnt);
  for (let entry = 12; entry < 12 + copy.readUInt16BE(4) * 16; entry += 16)
    if (copy.toString('latin1', entry, entry + 4) === tag) copy.write('zzzz', entry, 'latin1');
  return copy;
}

/** Returns a copy of a font with another family name. Replaces the old name in UTF-16 with a new one of the same length. */
export function renamed(sfnt: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('the names must have the same length');
  const copy = Buffer.from(sfnt);
  const [old, other] = [from, to].map((name) => Buffer.from(name, 'utf16le').swap16());
  for (let at = copy.indexOf(old ?? ''); at >= 0; at = copy.indexOf(old ?? '', at + 1)) other?.copy(copy, at);
  return copy;
}

export interface FontAnswer {
  status: number;
  font: { id: string; family: string; faces: { weight: number; italic: boolean; style: string }[] } | undefined;
  error:
    | { message: string; data: { code: string; details?: { path: string; code?: string; message: string }[] } }
    | undefined;
}

/** Uploads a font natively, as the dashboard does. */
export async function uploadFont(
  laurel: Laurel,
  headers: Record<string, string>,
  content: Uint8Array,
  { rightToEmbed = 'true', part = 'file' }: { rightToEmbed?: string; part?: string } = {},
): Promise<FontAnswer> {
  const form = new FormData();
  form.append(part, new Blob([new Uint8Array(content)]), 'font');
  form.append('rightToEmbed', rightToEmbed);
  const answer = await fetch(`${laurel.url}/trpc/fonts.add`, { method: 'POST', headers, body: form });
  const body = JSON.parse(await answer.text());
  return { status: answer.status, font: body.result?.data, error: body.error };
}
