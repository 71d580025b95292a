import { type Dict, type PdfFile, textOf, type Value } from './pdf-file.ts';
import { type Rule, unless } from './rule.ts';

const TYPES = [
  '/Text',
  '/Link',
  '/FreeText',
  '/Line',
  '/Square',
  '/Circle',
  '/Polygon',
  '/PolyLine',
  '/Highlight',
  '/Underline',
  '/Squiggly',
  '/StrikeOut',
  '/Stamp',
  '/Caret',
  '/Ink',
  '/Popup',
  '/FileAttachment',
  '/Widget',
];
const ACTIONS = ['/GoTo', '/GoToR', '/GoToE', '/Thread', '/URI', '/Named', '/SubmitForm'];
const FLAG = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 };

const annotations = (file: PdfFile): Dict[] => file.list(file.page['/Annots']).map((value) => file.dict(value));
const form = (file: PdfFile): Dict => file.dict(file.catalog['/AcroForm']);
const isWidget = (annotation: Dict): boolean => annotation['/Subtype'] === '/Widget';
const ofAnnotations =
  (holds: (annotation: Dict, file: PdfFile) => boolean) =>
  (file: PdfFile): string[] =>
    annotations(file)
      .filter((annotation) => !holds(annotation, file))
      .map((annotation) => String(annotation['/Subtype']));
const annotation = (file: PdfFile, subtype: string): Dict => {
  const found = annotations(file).find((dict) => dict['/Subtype'] === subtype);
  if (!found) throw new Error(`the file has no annotation ${subtype}`);
  return found;
};

/** Returns the structure element to which an annotation's key in the parent tree leads, if it contains the annotation. */
function elementOf(file: PdfFile, own: Dict): Dict | null {
  const numbers = file.list(file.dict(file.dict(file.catalog['/StructTreeRoot'])['/ParentTree'])['/Nums']);
  const at = numbers.findIndex((value, index) => index % 2 === 0 && value === own['/StructParent']);
  if (at < 0) return null;
  const element = file.dict(numbers[at + 1]);
  const kids = [element['/K'] ?? []].flat().map((kid: Value) => file.dict(kid));
  return kids.some((kid) => kid['/Type'] === '/OBJR' && file.dict(kid['/Obj']) === own) ? element : null;
}

/** ISO 19005-3, 6.3 to 6.5, and ISO 14289-1, 7.15 to 7.18: annotations, forms and actions. */
export const INTERACTION_RULES: Rule[] = [
  {
    rule: 'ISO 19005-3, 6.3.1 and ISO 14289-1, 7.18.2: annotations have allowed types',
    faults: ofAnnotations((own) => TYPES.includes(String(own['/Subtype']))),
    breakIt: (file) => {
      annotation(file, '/Link')['/Subtype'] = '/TrapNet';
    },
  },
  {
    rule: 'ISO 19005-3, 6.3.2: annotations are printed and not hidden',
    faults: ofAnnotations((own) => {
      const flags = Number(own['/F'] ?? 0);
      return (
        (flags & FLAG.print) !== 0 && (flags & (FLAG.invisible | FLAG.hidden | FLAG.noView | FLAG.toggleNoView)) === 0
      );
    }),
    breakIt: (file) => {
      annotation(file, '/Link')['/F'] = 6;
    },
  },
  {
    rule: 'ISO 19005-3, 6.3.3: visible annotations have only a normal appearance',
    faults: ofAnnotations((own, file) => {
      const [left, bottom, right, top] = file.list(own['/Rect']);
      const needsNone = own['/Subtype'] === '/Link' || (left === right && bottom === top);
      const keys = Object.keys(file.dict(own['/AP']));
      return '/AP' in own ? keys.join() === '/N' : needsNone;
    }),
    breakIt: (file) => {
      annotation(file, '/Widget')['/AP'] = { '/N': null, '/D': null };
    },
  },
  {
    rule: 'ISO 19005-3, 6.4.1: fields have no actions, and viewers do not generate their appearances',
    faults: (file) => [
      ...ofAnnotations((own) => !isWidget(own) || !('/A' in own || '/AA' in own))(file),
      ...unless(form(file)['/NeedAppearances'] !== true, 'NeedAppearances'),
    ],
    breakIt: (file) => {
      form(file)['/NeedAppearances'] = true;
    },
  },
  {
    rule: 'ISO 19005-3, 6.4.2 and ISO 14289-1, 7.15: no XFA',
    faults: (file) => unless(!('/XFA' in form(file)) && !('/NeedsRendering' in file.catalog), 'XFA'),
    breakIt: (file) => {
      form(file)['/XFA'] = [];
    },
  },
  {
    rule: 'ISO 19005-3, 6.4.3: a signature covers the file (ISO 32000-1, 12.8.1), and SigFlags announces it',
    faults: (file) =>
      annotations(file)
        .filter((own) => own['/FT'] === '/Sig')
        .filter((own) => {
          const value = file.dict(own['/V']);
          const hasAll = ['/Filter', '/SubFilter', '/ByteRange', '/Contents'].every((key) => key in value);
          return !hasAll || file.list(value['/ByteRange']).length !== 4 || form(file)['/SigFlags'] !== 3;
        })
        .map((own) => String(own['/T'])),
    breakIt: (file) => {
      delete form(file)['/SigFlags'];
    },
  },
  {
    rule: 'ISO 32000-1, 12.8.2.2: a signature certifies the file and permits no changes',
    faults: (file) => {
      const signed = annotations(file).filter((own) => own['/FT'] === '/Sig');
      return signed
        .filter((own) => {
          const [transform, ...more] = file.list(file.dict(own['/V'])['/Reference']).map((one) => file.dict(one));
          const isStrict = file.dict(transform?.['/TransformParams'])['/P'] === 1 && more.length === 0;
          const isNamed = file.dict(file.catalog['/Perms'])['/DocMDP'] === own['/V'];
          return !(isStrict && isNamed && transform?.['/TransformMethod'] === '/DocMDP');
        })
        .map((own) => String(own['/T']));
    },
    breakIt: (file) => {
      delete file.catalog['/Perms'];
    },
  },
  {
    rule: 'ISO 19005-3, 6.4.1: every field of the form is on the page and has a name',
    faults: (file) => {
      const onPage = file.list(file.page['/Annots']);
      const fields = file.list(form(file)['/Fields']);
      return [
        ...fields.filter((field) => !onPage.includes(field)).map(String),
        ...ofAnnotations((own) => !isWidget(own) || (textOf(own['/T']) ?? '') !== '')(file),
      ];
    },
    breakIt: (file) => {
      form(file)['/Fields'] = ['999 0 R'];
    },
  },
  {
    rule: 'ISO 19005-3, 6.5.1: only allowed actions are used',
    faults: (file) =>
      [...file.dicts()]
        .filter(([, dict]) => dict['/Type'] === '/Action' || '/JS' in dict)
        .filter(([, dict]) => !ACTIONS.includes(String(dict['/S'])) || '/JS' in dict)
        .map(([at]) => at),
    breakIt: (file) => {
      file.dict(annotation(file, '/Link')['/A'])['/S'] = '/JavaScript';
    },
  },
  {
    rule: 'ISO 19005-3, 6.5.2: catalog and page have no additional actions',
    faults: (file) => unless(!('/AA' in file.catalog || '/AA' in file.page), 'AA'),
    breakIt: (file) => {
      file.page['/AA'] = {};
    },
  },
  {
    rule: 'ISO 14289-1, 7.18.1: annotations are in the structure tree',
    faults: ofAnnotations((own, file) => elementOf(file, own) !== null),
    breakIt: (file) => {
      annotation(file, '/Link')['/StructParent'] = 99;
    },
  },
  {
    rule: 'ISO 14289-1, 7.18.1 and 7.18.5: annotations have a description in Contents, fields in TU',
    faults: ofAnnotations((own) => (textOf(own[isWidget(own) ? '/TU' : '/Contents']) ?? '').trim() !== ''),
    breakIt: (file) => {
      delete annotation(file, '/Link')['/Contents'];
    },
  },
  {
    rule: 'ISO 14289-1, 7.18.1: a field has an alternative name, TU',
    faults: ofAnnotations((own) => !isWidget(own) || (textOf(own['/TU']) ?? '') !== ''),
    breakIt: (file) => {
      annotation(file, '/Widget')['/TU'] = 'u:';
    },
  },
  {
    rule: 'ISO 14289-1, 7.18.3: the tab order follows the structure',
    faults: (file) => unless(file.page['/Tabs'] === '/S', 'Tabs'),
    breakIt: (file) => {
      file.page['/Tabs'] = '/R';
    },
  },
  {
    rule: 'ISO 14289-1, 7.18.4: a widget is in a Form element',
    faults: ofAnnotations((own, file) => !isWidget(own) || elementOf(file, own)?.['/S'] === '/Form'),
    breakIt: (file) => {
      (elementOf(file, annotation(file, '/Widget')) as Dict)['/S'] = '/Div';
    },
  },
  {
    rule: 'ISO 14289-1, 7.18.5: a link is in a Link element',
    faults: ofAnnotations((own, file) => own['/Subtype'] !== '/Link' || elementOf(file, own)?.['/S'] === '/Link'),
    breakIt: (file) => {
      (elementOf(file, annotation(file, '/Link')) as Dict)['/S'] = '/P';
    },
  },
  {
    rule: 'ISO 32000-1, 12.5.2: an annotation’s rectangle is well-formed and belongs to the page',
    faults: ofAnnotations((own, file) => {
      const [left = 1, bottom = 1, right = 0, top = 0] = file.list(own['/Rect']).map(Number);
      return left <= right && bottom <= top && file.dict(own['/P']) === file.page;
    }),
    breakIt: (file) => {
      annotation(file, '/Link')['/Rect'] = [9, 9, 1, 1];
    },
  },
];
