import { refuse } from '../../shared/refuse.ts';
import type { SheetEntry } from '../types.ts';
import type { Package } from '../unpack.ts';
import { attribute, scanXml } from '../xml.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readXlsxSheet } from './sheet.ts';
import { readStyles } from './styles.ts';

interface Relation {
  /** Last part of the type, which strict and transitional documents share. */
  type: string;
  target: string;
}

/** Returns the sheets of an Office Open XML workbook, transitional or strict. */
export async function openXlsx(files: Package, locale: string | undefined): Promise<SheetEntry[]> {
  const root = await relationsOf(files, '');
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const xml = (await files.read(main)) ?? refuse({ code: 'damaged', place: main });
  const relations = await relationsOf(files, main);
  const { sheets, is1904 } = readWorkbook(xml, main);
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target;
  const textOf = async (type: string) => {
    const part = partOf(type);
    return part === undefined ? null : files.read(part);
  };
  let shared: Promise<{ strings: string[]; formats: ReturnType<typeof readStyles> }> | null = null;
  const loadShared = async () => ({
    strings: readSharedStrings((await textOf('sharedStrings')) ?? ''),
    formats: readStyles((await textOf('styles')) ?? ''),
  });
  return sheets.flatMap(({ name, isHidden, relation }) => {
    const target = relations.get(relation);
    // Charts and macros have sheets of other types.
    if (target?.type !== 'worksheet') return [];
    const read = async () => {
      const text = (await files.read(target.target)) ?? refuse({ code: 'damaged', place: target.target });
      shared ??= loadShared();
      return readXlsxSheet(text, { ...(await shared), name, isHidden, is1904, locale });
    };
    return [{ name, isHidden, read }];
  });
}

interface WorkbookSheet {
  name: string;
  isHidden: boolean;
  relation: string;
}

function readWorkbook(xml: string, part: string): { sheets: WorkbookSheet[]; is1904: boolean } {
  const sheets: WorkbookSheet[] = [];
  let is1904 = false;
  scanXml(xml, part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const state = attribute(attributes, 'state') ?? 'visible';
      const relation = attribute(attributes, 'id') ?? '';
      sheets.push({ name: attribute(attributes, 'name') ?? '', isHidden: state !== 'visible', relation });
    },
    close: () => {},
    text: () => {},
  });
  return { sheets, is1904 };
}

/** Returns the relations of a part by their ids, with targets from the root. */
async function relationsOf(files: Package, part: string): Promise<Map<string, Relation>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const file = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const xml = await files.read(file);
  const relations = new Map<string, Relation>();
  scanXml(xml ?? '', file, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const type = attribute(attributes, 'Type') ?? '';
      const target = resolvePart(folder, attribute(attributes, 'Target') ?? '');
      relations.set(attribute(attributes, 'Id') ?? '', { type: type.slice(type.lastIndexOf('/') + 1), target });
    },
    close: () => {},
    text: () => {},
  });
  return relations;
}

/** Resolves the name of a part against a folder. A slash at the start means the root. */
function resolvePart(folder: string, target: string): string {
  const steps: string[] = [];
  const path = target.replaceAll('\\', '/');
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
