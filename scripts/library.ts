import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Entry } from '../dashboard/templates/library/entry.ts';
import { recolour } from '../dashboard/templates/shared/recolour.ts';
import { type CompiledTemplate, compileTemplate, parseDesign, renderPreview } from '../templates-engine/index.ts';

const DESIGNS = new URL('../samples/designs/', import.meta.url);
const PICTURES = new URL('../dashboard/public/library/', import.meta.url);
const DIGESTS = new URL('digests.json', PICTURES);
/** Width in pixels, twice that of a card. */
const SIDE = 560;
const HASH = '0123456789abcdef'.repeat(4);

const json = (file: URL) => JSON.parse(readFileSync(file, 'utf8'));

/** Returns the library's table of contents. */
export const readLibrary = (): Entry[] => json(new URL('library.json', DESIGNS));
/** Returns a stored design of the library, in the colours of its first scheme. */
export const readLibraryDesign = (id: string): Record<string, unknown> => json(new URL(`${id}.json`, DESIGNS));
/** Returns the SHA-256 of each picture's source, by the picture's name. */
export const readDigests = (): Record<string, string> => (existsSync(DIGESTS) ? json(DIGESTS) : {});

/** Returns a picture's source: the design in its colours, and the displayed values. */
export function sourceOf(entry: Entry, scheme: number) {
  const design = recolour(readLibraryDesign(entry.id), entry.schemes[scheme]?.colors ?? {});
  const values = {
    organizationName: entry.organizationName,
    issuedOn: '2026-11-20',
    verificationUrl: `https://certificates.example.org/verify/${HASH}`,
    verificationHash: HASH,
    certificateId: '01946c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0f',
  };
  const digest = createHash('sha256')
    .update(JSON.stringify([design, values]))
    .digest('hex');
  return { name: `${entry.id}-${scheme}`, design, values: new Map(Object.entries(values)), digest };
}

async function picture(template: CompiledTemplate, values: ReadonlyMap<string, string>): Promise<Buffer> {
  const { png, problems } = await renderPreview(template, values);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('; '));
  return sharp(png).resize(SIDE, SIDE, { fit: 'inside' }).webp({ quality: 80, effort: 6 }).toBuffer();
}

/** Renders the pictures of designs and schemes that have changed. */
async function main(): Promise<void> {
  const before = readDigests();
  const digests: Record<string, string> = {};
  for (const entry of readLibrary()) {
    for (const scheme of entry.schemes.keys()) {
      const { name, design, values, digest } = sourceOf(entry, scheme);
      digests[name] = digest;
      const file = new URL(`${name}.webp`, PICTURES);
      if (before[name] === digest && existsSync(file)) continue;
      writeFileSync(file, await picture(await compileTemplate(await parseDesign(design)), values));
      process.stdout.write(`${name}\n`);
    }
  }
  writeFileSync(DIGESTS, `${JSON.stringify(digests, null, 2)}\n`);
}

if (import.meta.main) await main();
