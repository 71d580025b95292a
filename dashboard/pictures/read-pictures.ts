import { plural, t } from '@lingui/core/macro';
import type { FileEntry } from '@zip.js/zip.js';
import { MAX_PICTURE_BYTES, MAX_RECIPIENTS } from '../../domain/limits.ts';
import { formatNumber } from '../components/format.tsx';
import { LocalError } from '../lib/errors/errors.ts';

/** Added picture with its file name. Its bytes are read on upload. */
export interface PictureFile {
  name: string;
  /** Throws a readable error if the file cannot be read. */
  read: () => Promise<Blob>;
}

/** Maximum number of entries in an archive. */
const MAX_ENTRIES = 10_000;
/** Maximum size of all pictures together, unpacked, in bytes. */
const MAX_BYTES = 500_000_000;
const MEGABYTE = 1024 * 1024;
const PICTURE = /\.(jpe?g|png|webp|svg)$/i;
const ARCHIVE = /\.zip$/i;

/** Reads dropped files: pictures, and archives of pictures. Throws a readable error. */
export async function readPictures(files: readonly File[]): Promise<PictureFile[]> {
  const found: PictureFile[] = [];
  for (const file of files) {
    if (ARCHIVE.test(file.name)) found.push(...(await readArchive(file)));
    else if (PICTURE.test(file.name)) found.push({ name: file.name, read: async () => small(file.name, file) });
    else
      throw new LocalError(
        t`“${{ name: file.name }}” isn’t a supported picture. Use PNG, JPEG, WebP or SVG, or a ZIP of them.`,
      );
  }
  if (found.length > MAX_RECIPIENTS)
    throw new LocalError(
      plural(
        { count: found.length },
        { other: `There are # pictures. A batch can have up to ${{ most: formatNumber(MAX_RECIPIENTS) }}.` },
      ),
    );
  return found;
}

/** Reads the directory of an archive. Ignores folders and files that are not pictures. */
async function readArchive(file: File): Promise<PictureFile[]> {
  // Loaded when an archive is added. Uses the browser's own decompression.
  const { BlobReader, ZipReader, configure } = await import('@zip.js/zip.js/index-native.js');
  configure({ useWebWorkers: false });
  const found: PictureFile[] = [];
  let [entries, bytes] = [0, 0];
  try {
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      if (++entries > MAX_ENTRIES)
        throw new LocalError(
          t`“${{ name: file.name }}” has more than ${{ most: formatNumber(MAX_ENTRIES) }} files. Include only the pictures.`,
        );
      const name = baseName(entry.filename);
      if (entry.directory || !PICTURE.test(name) || /(^|\/)(__MACOSX\/|\._)/.test(entry.filename)) continue;
      bytes += entry.uncompressedSize;
      if (bytes > MAX_BYTES)
        throw new LocalError(
          t`“${{ name: file.name }}” has more than ${{ megabytes: MAX_BYTES / 1e6 }} MB of pictures. Reduce their size and try again.`,
        );
      found.push({ name, read: () => unpack(name, entry) });
    }
  } catch (error) {
    if (error instanceof LocalError) throw error;
    throw new LocalError(t`“${{ name: file.name }}” can’t be read as a ZIP. Create it again.`);
  }
  if (found.length === 0) throw new LocalError(t`“${{ name: file.name }}” has no pictures.`);
  return found;
}

/** Returns the last part of a path with slashes or backslashes. */
export const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

const tooLarge = (name: string) =>
  new LocalError(t`“${name}” is larger than ${{ megabytes: MAX_PICTURE_BYTES / MEGABYTE }} MB. Reduce its size.`);

function small(name: string, blob: Blob): Blob {
  if (blob.size > MAX_PICTURE_BYTES) throw tooLarge(name);
  return blob;
}

/** Unpacks an entry, and stops above the size limit, regardless of the size that the archive states. */
async function unpack(name: string, entry: FileEntry): Promise<Blob> {
  if (entry.encrypted) throw new LocalError(t`“${name}” is encrypted. Create the ZIP without a password.`);
  if (entry.uncompressedSize > MAX_PICTURE_BYTES) throw tooLarge(name);
  const chunks: BlobPart[] = [];
  let size = 0;
  let isTooLarge = false;
  const keep = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (chunk) => {
      size += chunk.length;
      isTooLarge ||= size > MAX_PICTURE_BYTES;
      if (isTooLarge) throw tooLarge(name);
      chunks.push(chunk);
    },
  });
  try {
    await entry.getData(keep, { checkSignature: true });
  } catch {
    throw isTooLarge ? tooLarge(name) : new LocalError(t`“${name}” is damaged. Add it to the ZIP again.`);
  }
  return new Blob(chunks);
}
