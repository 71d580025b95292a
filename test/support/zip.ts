import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

const open = promisify<Buffer, yauzl.Options, ZipFile>(yauzl.fromBuffer);

/** Returns the files of a ZIP archive by name, each checked against its checksum. */
export async function unzip(archive: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await open(Buffer.from(archive), { lazyEntries: true });
  const files = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error);
        files.set(entry.fileName, await buffer(stream));
        zip.readEntry();
      });
    });
    zip.on('error', reject).on('end', () => resolve(files));
    zip.readEntry();
  });
}
