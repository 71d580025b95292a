import { operationsOf, readContent, resource } from './content.ts';
import type { Dict, PdfFile } from './pdf-file.ts';
import { type Rule, unless } from './rule.ts';

/** ISO 32000-1, annex A, without inline images, PostScript and Type 3 fonts, which certificates do not use. */
const OPERATORS = new Set(
  (
    'b B b* B* BDC BMC BT BX c cm CS cs d Do DP EMC ET EX f F f* G g gs h i ' +
    'j J K k l M m MP n q Q re RG rg ri s S SC sc SCN scn sh ' +
    'T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
);
const KINDS: Record<string, string> = { Do: '/XObject', gs: '/ExtGState', sh: '/Shading', Tf: '/Font' };
const INTENTS = ['/RelativeColorimetric', '/AbsoluteColorimetric', '/Perceptual', '/Saturation'];
const BLEND_MODES =
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'
    .split(' ')
    .map((mode) => `/${mode}`);

const withKey = (file: PdfFile, test: (dict: Dict) => boolean): string[] =>
  [...file.dicts()].filter(([, dict]) => test(dict)).map(([at]) => at);
const isImage = (dict: Dict): boolean => dict['/Subtype'] === '/Image';
const isState = (dict: Dict): boolean => dict['/Type'] === '/ExtGState';
const first = (file: PdfFile, test: (dict: Dict) => boolean): Dict => file.dict(file.find(test));

/** Appends operators to the page's content. */
export function paint(file: PdfFile, operators: string): void {
  const object = file.objects.get(String(file.list(file.page['/Contents']).at(-1)));
  if (object) object.data = Buffer.from(`${object.data?.toString('latin1')}\n${operators}`, 'latin1');
}

function profileFaults(file: PdfFile, intent: Dict): string[] {
  const profile = file.data(intent['/DestOutputProfile']);
  if (profile.length < 128) return ['no profile'];
  const [deviceClass, space] = [profile.toString('latin1', 12, 16), profile.toString('latin1', 16, 20)];
  return [
    ...unless(profile.readUInt32BE(0) === profile.length && profile.toString('latin1', 36, 40) === 'acsp', 'not ICC'),
    ...unless(['mntr', 'prtr'].includes(deviceClass), `class ${deviceClass}`),
    ...unless(space === 'RGB ' && file.dict(intent['/DestOutputProfile'])['/N'] === 3, `space ${space}`),
    ...unless((profile[8] ?? 9) <= 4, 'version'),
  ];
}

/** ISO 19005-3, 6.2.2 to 6.2.10: content and graphics. */
export const GRAPHICS_RULES: Rule[] = [
  {
    rule: 'ISO 19005-3, 6.2.2: content uses only operators of ISO 32000-1',
    faults: (file) =>
      readContent(file)
        .operations.filter(({ operator }) => !OPERATORS.has(operator))
        .map(({ operator }) => operator),
    breakIt: (file) => paint(file, '1 0 unknown'),
  },
  {
    rule: 'ISO 19005-3, 6.2.2: resources named in content are in the page’s own resources',
    faults: (file) =>
      readContent(file).operations.flatMap(({ operator, operands: [name = ''] }) => {
        const kind = KINDS[operator];
        return kind && Object.keys(resource(file, kind, name)).length === 0 ? [name] : [];
      }),
    breakIt: (file) => paint(file, '/Missing gs'),
  },
  {
    rule: 'ISO 19005-3, 6.1.13: graphics states are nested at most 28 deep',
    faults: (file) => unless(readContent(file).deepestState <= 28, `${readContent(file).deepestState} deep`),
    breakIt: (file) => paint(file, `${'q '.repeat(30)}${'Q '.repeat(30)}`),
  },
  {
    rule: 'ISO 19005-3, 6.2.3: the file has one output intent GTS_PDFA1 with an RGB profile',
    faults: (file) => {
      const intents = file.list(file.catalog['/OutputIntents']).map((intent) => file.dict(intent));
      const own = intents.filter((intent) => intent['/S'] === '/GTS_PDFA1');
      return own.length === 1 && own[0]?.['/OutputConditionIdentifier']
        ? profileFaults(file, own[0])
        : ['OutputIntents'];
    },
    breakIt: (file) => {
      file.objects
        .get(String(first(file, (dict) => dict['/S'] === '/GTS_PDFA1')['/DestOutputProfile']))
        ?.data?.write('CMYK', 16);
    },
  },
  {
    rule: 'ISO 19005-3, 6.2.4.3: RGB and grey are the only device colours',
    faults: (file) => [
      ...withKey(file, (dict) => Object.values(dict).some((value) => [value].flat().includes('/DeviceCMYK'))),
      ...readContent(file)
        .operations.filter(({ operator }) => operator === 'k' || operator === 'K')
        .map(({ operator }) => operator),
    ],
    breakIt: (file) => paint(file, '0 0 0 1 k'),
  },
  {
    rule: 'ISO 19005-3, 6.2.5: graphics states have no transfer function or halftone',
    faults: (file) =>
      withKey(file, (dict) => isState(dict) && ['/TR', '/TR2', '/HTP', '/HT'].some((key) => key in dict)),
    breakIt: (file) => {
      first(file, isState)['/TR'] = '/Identity';
    },
  },
  {
    rule: 'ISO 19005-3, 6.2.6: rendering intents are those of ISO 32000-1',
    faults: (file) => [
      ...withKey(file, (dict) => isImage(dict) && '/Intent' in dict && !INTENTS.includes(String(dict['/Intent']))),
      ...readContent(file)
        .operations.filter(({ operator, operands }) => operator === 'ri' && !INTENTS.includes(operands[0] ?? ''))
        .map(() => 'ri'),
    ],
    breakIt: (file) => paint(file, '/Other ri'),
  },
  {
    rule: 'ISO 19005-3, 6.2.8: images are not interpolated and have no alternates',
    faults: (file) =>
      withKey(
        file,
        (dict) => isImage(dict) && ('/Alternates' in dict || '/OPI' in dict || dict['/Interpolate'] === true),
      ),
    breakIt: (file) => {
      first(file, isImage)['/Interpolate'] = true;
    },
  },
  {
    rule: 'ISO 19005-3, 6.2.9: no PostScript, reference or proxy XObjects',
    faults: (file) =>
      withKey(
        file,
        (dict) =>
          dict['/Subtype'] === '/PS' ||
          (dict['/Subtype'] === '/Form' && ['/OPI', '/Ref', '/PS', '/Subtype2'].some((key) => key in dict)),
      ),
    breakIt: (file) => {
      first(file, (dict) => dict['/Subtype'] === '/Form')['/Ref'] = {};
    },
  },
  {
    rule: 'ISO 19005-3, 6.2.10: blend modes are those of ISO 32000-1',
    faults: (file) =>
      withKey(file, (dict) => isState(dict) && '/BM' in dict && !BLEND_MODES.includes(String(dict['/BM']))),
    breakIt: (file) => {
      first(file, isState)['/BM'] = '/Dodge';
    },
  },
  {
    rule: 'ISO 19005-3, 6.2.2: forms have their own resources',
    faults: (file) =>
      [...file.objects]
        .filter(([, { value, data }]) => data && file.dict(value)['/Subtype'] === '/Form')
        .filter(
          ([, { value, data }]) =>
            operationsOf(data?.toString('latin1') ?? '').length > 0 || !('/Resources' in file.dict(value)),
        )
        .filter(([, { value }]) => !('/Resources' in file.dict(value)))
        .map(([at]) => at),
    breakIt: (file) => {
      delete first(file, (dict) => dict['/Subtype'] === '/Form')['/Resources'];
    },
  },
];
