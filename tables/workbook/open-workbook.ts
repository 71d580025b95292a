import { refuse } from '../shared/refuse.ts';
import type { OtherFormat } from '../shared/types.ts';
import { openOds } from './ods/open-ods.ts';
import type { SheetEntry } from './types.ts';
import { openPackage, type Package } from './unpack.ts';
import { openXlsx } from './xlsx/open-xlsx.ts';

/** Opens a workbook in a ZIP, and refuses other contents by their name. */
export async function openWorkbook(bytes: Uint8Array, locale: string | undefined): Promise<SheetEntry[]> {
  const files = await openPackage(bytes);
  const other = otherFormat(files);
  if (other) refuse({ code: 'other_format', format: other });
  const isOds = files.names.includes('content.xml') && files.names.includes('META-INF/manifest.xml');
  const sheets = isOds ? await openOds(files) : await openXlsx(files, locale);
  return sheets.length > 0 ? sheets : refuse({ code: 'no_sheet' });
}

function otherFormat({ names, isEncrypted }: Package): OtherFormat | null {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (isEncrypted) return 'encrypted';
  if (has(/^xl\/workbook\.bin$/i)) return 'xlsb';
  if (has(/^word\//i)) return 'docx';
  if (has(/^ppt\//i)) return 'pptx';
  if (has(/^Index\/.*\.iwa$|^Index\.zip$/)) return 'numbers';
  if (has(/^content\.xml$/) || has(/^_rels\/\.rels$/i) || has(/^xl\//i)) return null;
  return 'zip';
}
