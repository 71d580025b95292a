import { BlobReader, configure, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js/index-native.js';
import { MAX_UNPACKED_BYTES } from '../shared/limits.ts';
import { refuse, TableRefusal } from '../shared/refuse.ts';

/** Maximum number of entries. A workbook has a few for each sheet, and one for each picture. */
const MAX_ENTRIES = 10_000;

/** Parts of a package, which are unpacked when they are read. */
export interface Package {
  names: readonly string[];
  isEncrypted: boolean;
  /** Returns the text of a part; null if there is no such part. */
  read(name: string): Promise<string | null>;
}

/** Opens a ZIP. The sizes that it states are not trusted: everything that is read shares one budget. */
export async function openPackage(bytes: Uint8Array): Promise<Package> {
  configure({ useWebWorkers: false });
  const entries = await listEntries(bytes);
  const byName = new Map(entries.map((entry) => [keyOf(entry.filename), entry]));
  const budget = { left: MAX_UNPACKED_BYTES };
  return {
    names: entries.map(({ filename }) => filename.replaceAll('\\', '/').replace(/^\//, '')),
    isEncrypted: entries.some(({ encrypted }) => encrypted),
    read: async (name) => {
      const entry = byName.get(keyOf(name));
      return entry ? readText(entry, budget) : null;
    },
  };
}

/** Names are compared as OPC requires: regardless of case and of the first slash. */
const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

async function listEntries(bytes: Uint8Array): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  try {
    const reader = new ZipReader(new BlobReader(new Blob([bytes as Uint8Array<ArrayBuffer>])));
    for await (const entry of reader.getEntriesGenerator() as AsyncGenerator<Entry>) {
      if (entries.length >= MAX_ENTRIES) refuse({ code: 'unpacked_too_large', most: MAX_UNPACKED_BYTES });
      if (!entry.directory) entries.push(entry as FileEntry);
    }
  } catch (error) {
    if (error instanceof TableRefusal) throw error;
    refuse({ code: 'damaged', place: '' });
  }
  return entries;
}

async function readText(entry: FileEntry, budget: { left: number }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let isOver = false;
  const sink = new WritableStream<Uint8Array>({
    write: (chunk) => {
      budget.left -= chunk.length;
      isOver = budget.left < 0;
      if (isOver) throw new Error('over the budget');
      chunks.push(chunk);
    },
  });
  if (entry.encrypted) refuse({ code: 'other_format', format: 'encrypted' });
  try {
    await entry.getData(sink, { checkSignature: true });
  } catch {
    // The decompressor can report an error of its own for the stop.
    if (isOver) refuse({ code: 'unpacked_too_large', most: MAX_UNPACKED_BYTES });
    refuse({ code: 'damaged', place: entry.filename.slice(0, 100) });
  }
  return decodeXml(chunks, entry.filename);
}

/** XML of a package is UTF-8 or UTF-16. */
function decodeXml(chunks: readonly Uint8Array[], name: string): string {
  const [first] = chunks;
  const isLittle = first?.[0] === 0xff && first[1] === 0xfe;
  const isBig = first?.[0] === 0xfe && first[1] === 0xff;
  const decoder = new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true });
  try {
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  } catch {
    return refuse({ code: 'damaged', place: name.slice(0, 100) });
  }
}
