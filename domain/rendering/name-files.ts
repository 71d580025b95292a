import { fileKey } from '../certificates/load-file.ts';
import type { StoredFile } from '../ports/storage.ts';
import type { MadeFiles } from './make-files.ts';
import type { Renderable } from './start.ts';

/** Returns a certificate's files under names that contain their digests. */
export const nameFiles = (row: Renderable, { pdf, png, json, digests }: MadeFiles): StoredFile[] => [
  { key: fileKey(row, 'pdf', digests.pdf), content: pdf },
  { key: fileKey(row, 'png', digests.png), content: png },
  { key: fileKey(row, 'json', digests.json), content: Buffer.from(json) },
];
