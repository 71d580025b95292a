import { readContent } from './content.ts';
import { paint } from './graphics-rules.ts';
import { type Dict, isDict, type PdfFile, textOf, type Value } from './pdf-file.ts';
import { type Rule, unless } from './rule.ts';

/** Standard structure types (ISO 32000-1, 14.8.4) that a certificate can have. */
const TYPES = (
  '/Document /H1 /H2 /H3 /H4 /H5 /H6 /P /BlockQuote /Figure /Link /Form ' +
  '/L /LI /Lbl /LBody /Table /THead /TBody /TFoot /TR /TH /TD'
).split(' ');

export const CELLS = ['/TH', '/TD'];

const root = (file: PdfFile): Dict => file.dict(file.catalog['/StructTreeRoot']);
export const kidsOf = (file: PdfFile, element: Dict): Value[] =>
  Array.isArray(file.get(element['/K'])) ? file.list(element['/K']) : [element['/K'] ?? []].flat();

/** Returns the elements of the tree in reading order. */
export function elements(file: PdfFile, from: Dict = root(file)): Dict[] {
  const kids = kidsOf(file, from)
    .map((kid) => file.dict(kid))
    .filter((kid) => '/S' in kid);
  return kids.flatMap((kid) => [kid, ...elements(file, kid)]);
}

export const element = (file: PdfFile, type: string): Dict => {
  const found = elements(file).find((own) => own['/S'] === type);
  if (!found) throw new Error(`the tree has no ${type}`);
  return found;
};
const ofElements =
  (type: string, holds: (own: Dict, file: PdfFile) => boolean) =>
  (file: PdfFile): string[] =>
    elements(file)
      .filter((own) => own['/S'] === type && !holds(own, file))
      .map((own) => String(own['/S']));
const mcidsOf = (file: PdfFile, own: Dict): number[] => kidsOf(file, own).filter((kid) => typeof kid === 'number');

const isLanguage = (tag: string | null): boolean => {
  try {
    return tag !== null && tag !== '' && new Intl.Locale(tag).language !== 'und';
  } catch {
    return false;
  }
};

/** Returns the value of a key in the parent tree. */
function parentOf(file: PdfFile, key: Value | undefined): Value {
  const numbers = file.list(file.dict(root(file)['/ParentTree'])['/Nums']);
  const at = numbers.findIndex((value, index) => index % 2 === 0 && value === key);
  return numbers[at + 1] ?? null;
}

/** ISO 14289-1, 7.1 to 7.4, with the related clauses 14.7 and 14.8 of ISO 32000-1: content and its structure. */
export const STRUCTURE_RULES: Rule[] = [
  {
    rule: 'ISO 14289-1, 7.1: the file is marked as tagged, without suspects',
    faults: (file) => {
      const info = file.dict(file.catalog['/MarkInfo']);
      return unless(info['/Marked'] === true && info['/Suspects'] !== true, 'MarkInfo');
    },
    breakIt: (file) => {
      delete file.catalog['/MarkInfo'];
    },
  },
  {
    rule: 'ISO 14289-1, 7.1: all painted content is tagged or an artifact',
    faults: (file) => readContent(file).unmarked,
    breakIt: (file) => paint(file, '0 0 9 9 re f'),
  },
  {
    rule: 'ISO 14289-1, 7.1: artifacts and tagged content are not nested in each other',
    faults: (file) => readContent(file).misnested,
    breakIt: (file) => paint(file, '/Artifact BMC /P << /MCID 0 >> BDC EMC EMC'),
  },
  {
    rule: 'ISO 14289-1, 7.1: elements are of standard types, under one Document',
    faults: (file) => [
      ...elements(file)
        .filter((own) => !TYPES.includes(String(own['/S'])))
        .map((own) => String(own['/S'])),
      ...unless(
        kidsOf(file, root(file))
          .map((kid) => file.dict(kid)['/S'])
          .join() === '/Document',
        'Document',
      ),
    ],
    breakIt: (file) => {
      element(file, '/P')['/S'] = '/Paragraph';
    },
  },
  {
    rule: 'ISO 32000-1, 14.7.2: an element names its parent and is one of its children',
    faults: (file) => {
      const all = elements(file);
      const parents = [root(file), ...all];
      const lost = [...file.dicts()].filter(([, dict]) => dict['/Type'] === '/StructElem' && !all.includes(dict));
      const wrong = parents.flatMap((parent) =>
        kidsOf(file, parent)
          .map((kid) => file.dict(kid))
          .filter((kid) => '/S' in kid && file.dict(kid['/P']) !== parent),
      );
      return [...lost.map(([at]) => at), ...wrong.map((own) => String(own['/S']))];
    },
    breakIt: (file) => {
      element(file, '/Document')['/K'] = kidsOf(file, element(file, '/Document')).slice(1);
    },
  },
  {
    rule: 'ISO 32000-1, 14.7.4: marked content is in one element, which the parent tree names',
    faults: (file) => {
      const inContent = [...readContent(file).mcids.keys()].sort((a, b) => a - b);
      const owners = new Map(elements(file).flatMap((own) => mcidsOf(file, own).map((mcid) => [mcid, own] as const)));
      const named = elements(file)
        .flatMap((own) => mcidsOf(file, own))
        .sort((a, b) => a - b);
      const parents = file.list(parentOf(file, file.page['/StructParents']));
      return [
        ...unless(inContent.join() === named.join(), `content has ${inContent.join()}, the tree ${named.join()}`),
        ...inContent.filter((mcid) => file.dict(parents[mcid]) !== owners.get(mcid)).map((mcid) => `parent of ${mcid}`),
      ];
    },
    breakIt: (file) => {
      element(file, '/P')['/K'] = 77;
    },
  },
  {
    rule: 'ISO 32000-1, 14.7.4.4: keys of the parent tree are sorted, unique and below the next',
    faults: (file) => {
      const keys = file
        .list(file.dict(root(file)['/ParentTree'])['/Nums'])
        .filter((_, index) => index % 2 === 0)
        .map(Number);
      const isSorted = keys.every((key, index) => index === 0 || key > (keys[index - 1] ?? 0));
      return unless(isSorted && keys.every((key) => key < Number(root(file)['/ParentTreeNextKey'])), keys.join());
    },
    breakIt: (file) => {
      root(file)['/ParentTreeNextKey'] = 0;
    },
  },
  {
    rule: 'ISO 14289-1, 7.1: no element is empty, except cells, which keep the columns',
    faults: (file) =>
      elements(file)
        .filter((own) => kidsOf(file, own).length === 0 && !CELLS.includes(String(own['/S'])))
        .map((own) => String(own['/S'])),
    breakIt: (file) => {
      delete element(file, '/P')['/K'];
    },
  },
  {
    rule: 'ISO 14289-1, 7.2: the document and each part with a language have a valid one',
    faults: (file) => [
      ...unless(isLanguage(textOf(file.catalog['/Lang'])), 'catalog'),
      ...elements(file)
        .filter((own) => '/Lang' in own && !isLanguage(textOf(own['/Lang'])))
        .map((own) => String(own['/S'])),
      ...readContent(file).languages.filter((language) => !isLanguage(language)),
    ],
    breakIt: (file) => {
      file.catalog['/Lang'] = 'u:';
    },
  },
  {
    rule: 'ISO 14289-1, 7.3: a figure has an alternative text',
    faults: ofElements('/Figure', (own) => (textOf(own['/Alt']) ?? '').trim() !== ''),
    breakIt: (file) => {
      delete element(file, '/Figure')['/Alt'];
    },
  },
  {
    rule: 'ISO 32000-1, 14.8.5.4: a figure has its bounding box on the page',
    faults: ofElements('/Figure', (own, file) => {
      const layout = file.dict(own['/A']);
      const [left = 1, bottom = 1, right = 0, top = 0] = file.list(layout['/BBox']).map(Number);
      return layout['/O'] === '/Layout' && left < right && bottom < top;
    }),
    breakIt: (file) => {
      delete file.dict(element(file, '/Figure')['/A'])['/BBox'];
    },
  },
  {
    rule: 'ISO 14289-1, 7.4: headings start with H1 and skip no level',
    faults: (file) => {
      const levels = elements(file)
        .map((own) => Number(/^\/H(\d)$/.exec(String(own['/S']))?.[1] ?? 0))
        .filter(Boolean);
      return levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1).map((level) => `H${level}`);
    },
    breakIt: (file) => {
      element(file, '/H1')['/S'] = '/H2';
    },
  },
  {
    rule: 'ISO 14289-1, 7.18.5: the link on a QR code is read right after it',
    faults: (file) => {
      const order = elements(file);
      // Links of texts are inside the texts' elements.
      const isOfCode = (own: Dict) => own['/S'] === '/Link' && file.dict(own['/P'])['/S'] === '/Document';
      return order.filter((own, index) => isOfCode(own) && order[index - 1]?.['/S'] !== '/Figure').map(() => 'Link');
    },
    breakIt: (file) => {
      const document = element(file, '/Document');
      document['/K'] = [...kidsOf(file, document)].sort(
        (a, b) => Number(file.dict(a)['/S'] === '/Link') - Number(file.dict(b)['/S'] === '/Link'),
      );
    },
  },
  {
    rule: 'ISO 14289-1, 7.20: a form with its own marked content is used once',
    faults: (file) =>
      [...file.objects]
        .filter(([, { value }]) => isDict(value) && value['/Subtype'] === '/Form' && '/StructParents' in value)
        .map(([at]) => at),
    breakIt: (file) => {
      file.dict(file.find((dict) => dict['/Subtype'] === '/Form'))['/StructParents'] = 5;
    },
  },
];
