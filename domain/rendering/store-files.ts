import { fileKey } from '../certificates/load-file.ts';
import type { Services } from '../context.ts';
import type { MadeFiles } from './make-files.ts';
import type { Renderable } from './start.ts';

/** Stores a certificate's files under names that contain their digests. Returns the names. */
export async function storeFiles(
  { storage }: Pick<Services, 'storage'>,
  row: Renderable,
  { pdf, png, json, digests }: MadeFiles,
): Promise<string[]> {
  const files = [
    { key: fileKey(row, 'pdf', digests.pdf), content: pdf },
    { key: fileKey(row, 'png', digests.png), content: png },
    { key: fileKey(row, 'json', digests.json), content: Buffer.from(json) },
  ];
  await storage.put(...files);
  return files.map(({ key }) => key.name);
}
