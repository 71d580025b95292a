import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { familyFor } from '../../templates-engine/fonts/faces.ts';
import { fetchingFonts, ownFonts } from '../../templates-engine/fonts/own-fonts.ts';
import { compileTemplate } from '../../templates-engine/template/compile.ts';
import { parseDesign } from '../../templates-engine/template/parse-design.ts';
import { build } from '../../templates-engine/template/render.ts';
import { layOutText, type TextLayout } from '../../templates-engine/text/lines/layout.ts';
import { embeddingLevels } from '../../templates-engine/text/shaping/embedding-levels.ts';
import { scriptsOf } from '../../templates-engine/text/shaping/scripts.ts';

const STYLE = {
  width: 900,
  height: 100,
  size: 20,
  minSize: 20,
  lineHeight: 1.2,
  letterSpacing: 0,
  uppercase: false,
  language: null,
  align: 'left',
  verticalAlign: 'top',
} as const;

const glyphsOf = ({ lines }: TextLayout) => lines.flatMap(({ line }) => line.runs.flatMap(({ glyphs }) => glyphs));

test('a font with two scripts shapes each of them by its own rules', async () => {
  const path = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  );
  const own = ownFonts([{ family: 'Two Scripts', weight: 400, italic: false, digest: 'two-scripts' }]);
  const font = { family: 'Two Scripts', weight: 400, italic: false, own };
  const idsOf = async (text: string) =>
    glyphsOf(
      await fetchingFonts(
        () => layOutText(text, { ...STYLE, font }),
        () => readFile(path),
      ),
    ).map(({ id }) => id);
  const [title, name, space] = [await idsOf('Dr.'), await idsOf('अमित क्षत्रिय'), (await idsOf('D D')).slice(1, 2)];
  expect(await idsOf('Dr. अमित क्षत्रिय')).toEqual([...title, ...space, ...name]);
  expect(await idsOf('अमित क्षत्रिय Dr.')).toEqual([...name, ...space, ...title]);
});

test.each([
  ['«Анна» Ann', ['Cyrl', 'Cyrl', 'Cyrl', 'Cyrl', 'Cyrl', 'Cyrl', 'Cyrl', 'Latn', 'Latn', 'Latn']],
  ['Ab(м)1', ['Latn', 'Latn', 'Latn', 'Cyrl', 'Latn', 'Latn']],
  ['क्😀𞤀', ['Deva', 'Deva', 'Deva', 'Deva', 'Adlm', 'Adlm']],
  ['12', [null, null]],
])('shared characters of %s belong to the script around them', (text, scripts) => {
  expect(scriptsOf(text)).toEqual(scripts);
});

test.each([
  ['Thai', ['ใบ', 'ประกาศนียบัตร', 'นี้', 'มอบ', 'ให้', 'แก่', 'ผู้', 'เรียน']],
  ['Khmer', ['វិញ្ញាបនបត្រ', 'នេះ', 'ផ្តល់', 'ជូន', 'សិស្ស']],
  ['Lao', ['ໃບຢັ້ງຢືນ', 'ນີ້', 'ມອບໃຫ້', 'ນັກຮຽນ']],
  ['Burmese', ['ဤ', 'လက်မှတ်', 'ကို', 'ကျောင်းသား', 'အားပေး', 'အပ်', 'သည်']],
])('a line of %s ends between words, which no spaces separate', (_script, sentence) => {
  const words = [...sentence, ...sentence, ...sentence];
  const font = { family: 'Inter', weight: 400, italic: false };
  const { lines } = layOutText(words.join(''), { ...STYLE, font, width: 120 });
  const endsOf = (parts: readonly string[]) => parts.map((_, index) => parts.slice(0, index + 1).join('').length);
  expect(lines.length).toBeGreaterThan(4);
  expect(endsOf(words)).toEqual(expect.arrayContaining(endsOf(lines.map(({ line }) => line.text))));
});

/** Han characters of a double-byte encoding. */
function hanOf(encoding: string): string[] {
  const bytes: number[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) bytes.push(lead, trail, 0x20);
  return [...new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)))].filter((one) =>
    /\p{Script=Han}/u.test(one),
  );
}

test.each([
  ['GB 18030', 'gb18030', 'SC', 20_900],
  ['Big5', 'big5', 'TC', 13_000],
  ['Shift_JIS', 'shift_jis', 'JP', 6300],
  ['Korean', 'euc-kr', 'KR', 4600],
] as const)('every Han character of %s is drawn in the form of its region', (_, encoding, han, least) => {
  const request = { family: 'Inter', weight: 400, italic: false, han };
  const characters = hanOf(encoding);
  expect(characters.length).toBeGreaterThan(least);
  const families = new Set(characters.map((one) => `${familyFor(one, request)}`));
  expect([...families].filter((family) => ![`Noto Sans ${han}`, 'Noto Sans CJK'].includes(family))).toEqual([]);
});

test.each([
  [
    'Han',
    /\p{Script=Han}/u,
    [
      [0x3400, 0x4db5],
      [0x4e00, 0x9fef],
    ],
  ],
  ['Yi', /\p{Script=Yi}/u, [[0xa000, 0xa4cf]]],
  ['Vai', /\p{Script=Vai}/u, [[0xa500, 0xa62b]]],
  ['Ol Chiki', /\p{Script=Ol_Chiki}/u, [[0x1c50, 0x1c7f]]],
  [
    'Meetei Mayek',
    /\p{Script=Meetei_Mayek}/u,
    [
      [0xaae0, 0xaaf6],
      [0xabc0, 0xabf9],
    ],
  ],
] as const)('the block of %s is complete', (_, script, blocks) => {
  const request = { family: 'Inter', weight: 400, italic: false, han: 'SC' as const };
  const missing = blocks.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).filter(
      (one) => script.test(one) && familyFor(one, request) === null,
    ),
  );
  expect(missing).toEqual([]);
});

test('a language chooses the forms of Han characters that the font of its region lacks', () => {
  const idOf = (language: string) => {
    const font = { family: 'Inter', weight: 400, italic: false };
    const [glyph] = glyphsOf(layOutText('蝹', { ...STYLE, font, language }));
    return glyph?.id;
  };
  const ids = ['zh-Hans', 'zh-Hant', 'zh-HK', 'ko'].map(idOf);
  expect(new Set(ids).size).toBeGreaterThan(1);
  expect(ids[1]).not.toBe(ids[0]);
});

/** Characters of each class up to U+FFFF, for which the package passes BidiTest.txt, and characters of the class above. */
const CLASSES: readonly (readonly [low: string, above: string])[] = [
  ['a', '𝄞'],
  ['\u05D0', '𞤀'],
  ['\u0627', '𞸀'],
  ['0', '𝟘'],
  ['\u0660', '\u{10E60}'],
  ['\u0300', '𞥄'],
  ['!', '😀'],
  ['!', '🫩'],
  [' ', ' '],
  ['\u2067', '\u2067'],
  ['\u2069', '\u2069'],
];

test('emoji and letters above U+FFFF are ordered like lower characters of their class', () => {
  const sequences = CLASSES.flatMap((a) =>
    CLASSES.flatMap((b) => CLASSES.flatMap((c) => CLASSES.map((d) => [a, b, c, d]))),
  );
  const wrong = sequences.filter((sequence) => {
    const above = sequence.map(([, character]) => character);
    const { levels } = embeddingLevels(above.join(''));
    const starts = above.map((_, index) => above.slice(0, index).join('').length);
    const expected = embeddingLevels(sequence.map(([low]) => low).join('')).levels;
    return !starts.every((start, index) => levels[start] === expected[index]);
  });
  expect(wrong).toEqual([]);
});

test('an emoji between right-to-left words stays between them', () => {
  const font = { family: 'Inter', weight: 400, italic: false };
  const shown = layOutText('דוד 🎓 כהן', { ...STYLE, font });
  expect(
    glyphsOf(shown)
      .map(({ text }) => text)
      .join(''),
  ).toBe('ןהכ 🎓 דוד');
});

test.each([
  ['Great Vibes', 'Әлия Қазыбек', ['Әлия', 'Қазыбек'], 'Noto Sans'],
  ['Cinzel', 'Nguyễn Thị Hằng, Müller', ['Nguyễn', 'Thị', 'Hằng'], 'Noto Serif'],
  ['Cinzel', 'O’Nguyễn-Anh (PhD)', ['O’Nguyễn-Anh'], 'Noto Serif'],
  ['Lora', 'Αθήνα π', ['Αθήνα'], 'Noto Serif'],
  ['Great Vibes', 'Ann 張偉 😀 ½', ['張偉'], 'Noto Sans TC'],
  // In Big5, their second bytes are below 0x7f.
  ['Great Vibes', 'Ann 許張', ['許張'], 'Noto Sans TC'],
])('in %s, each word of %s has one family', (family, name, words, fallback) => {
  const { lines, fallbacks } = layOutText(name, { ...STYLE, font: { family, weight: 400, italic: false } });
  expect(fallbacks).toEqual(words.map((word) => ({ word, font: family, fallback })));
  const prefixes = new Map([family, fallback].map((one) => [one, `${one.toLowerCase().replaceAll(' ', '-')}-`]));
  const runs = lines.flatMap(({ line }) => line.runs);
  const familyAt = (index: number) => {
    const key = runs.find(({ glyphs }) => glyphs.some(({ cluster }) => cluster === index))?.face.key ?? '';
    return [...prefixes].find(([, prefix]) => key.startsWith(prefix))?.[0];
  };
  const wordOf = (index: number) =>
    words.find((word) => name.indexOf(word) <= index && index < name.indexOf(word) + word.length);
  const letters = [...name.matchAll(/\p{L}/gu)].map(({ index }) => index);
  expect(letters.map(familyAt)).toEqual(letters.map((index) => (wordOf(index) ? fallback : family)));
});

test('a word keeps its family where a run of another weight splits it', () => {
  const runs = [{ text: 'Ng' }, { text: 'uyễn', weight: 700 }];
  const { lines } = layOutText(runs, { ...STYLE, font: { family: 'Cinzel', weight: 400, italic: false } });
  const keys = lines.flatMap(({ line }) => line.runs.map(({ face }) => face.key));
  expect(keys.map((key) => key.replace(/-[a-z]+-(\d+)-.+/, ' $1'))).toEqual([
    'noto-serif 400',
    'noto-serif 700',
    'noto-serif 700',
    'noto-serif 700',
  ]);
});

test('a page reports the words in another font, with their variable', async () => {
  const element = { type: 'text', x: 0, y: 0, width: 280, height: 60, font: 'Great Vibes', size: 20 };
  const design = await parseDesign({
    name: 'Test',
    recipientNameVariable: 'name',
    page: { width: 300, height: 200 },
    elements: [
      { ...element, text: 'Awarded to {{name}}' },
      {
        type: 'markup',
        x: 0,
        y: 80,
        width: 280,
        height: 60,
        root: { type: 'p', style: { fontFamily: 'Cinzel' }, children: ['{{name}}'] },
      },
    ],
  });
  const { problems, warnings } = await build(await compileTemplate(design), new Map([['name', 'Әлия Kim']]), {});
  expect(problems).toEqual([]);
  expect(warnings).toMatchObject([
    {
      element: 0,
      variable: 'name',
      code: 'fallback_font',
      params: { font: 'Great Vibes', words: ['Әлия'], fallback: 'Noto Sans' },
    },
    {
      element: 1,
      variable: 'name',
      code: 'fallback_font',
      params: { font: 'Cinzel', words: ['Әлия'], fallback: 'Noto Serif' },
    },
  ]);
});

test.each([
  ['ประกาศนียบัตรนี้มอบให้แก่นักเรียน', ['ประกาศนียบัตร', 'นี้มอบให้แก่', 'นักเรียน']],
  ['ໃບຢັ້ງຢືນນີ້ມອບໃຫ້ນັກຮຽນ', ['ໃບຢັ້ງຢືນນີ້', 'ມອບໃຫ້ນັກຮຽນ']],
])('lines of %s, which has no spaces, end between words', (text, expected) => {
  const font = { family: 'Noto Sans', weight: 400, italic: false };
  const { lines } = layOutText(text, { ...STYLE, width: 120, font });
  expect(lines.map(({ line }) => line.text)).toEqual(expected);
});
