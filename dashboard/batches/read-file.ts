import { messageOf } from '../lib/errors/errors.ts';
import { decodeText, type ReadResult, readTable, tableOf } from './read-table.ts';

/** File signatures. The name of a file can be wrong. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Excel files from before 2007, and newer ones with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/** Reads a table from a spreadsheet (XLSX), CSV or tab-separated text. */
export async function readFile(file: File): Promise<ReadResult> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (begins(OLE))
    return {
      error: 'It’s an Excel file from before 2007, or has a password. Save it as XLSX or CSV, without a password.',
    };
  if (begins(ZIP)) {
    // Loaded with the first spreadsheet.
    const { readXlsx } = await import('./read-xlsx.ts');
    try {
      return tableOf(await readXlsx(file), file.name);
    } catch (error) {
      return { error: messageOf(error) };
    }
  }
  const text = decodeText(bytes);
  if (text !== null) return readTable(text, file.name);
  return { error: 'It’s neither a spreadsheet (XLSX) nor a text file (CSV).' };
}
