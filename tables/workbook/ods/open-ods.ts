import { refuse } from '../../shared/refuse.ts';
import type { SheetEntry } from '../types.ts';
import type { Package } from '../unpack.ts';
import { readContent } from './content.ts';

/** Returns the sheets of an OpenDocument spreadsheet. One part has all of them. */
export async function openOds(files: Package): Promise<SheetEntry[]> {
  const manifest = (await files.read('META-INF/manifest.xml')) ?? '';
  if (/<(?:\w+:)?encryption-data\b/.test(manifest)) refuse({ code: 'other_format', format: 'encrypted' });
  const content = (await files.read('content.xml')) ?? refuse({ code: 'damaged', place: 'content.xml' });
  return readContent(content);
}
