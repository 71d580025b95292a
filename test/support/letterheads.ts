import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import fontkit from '@pdf-lib/fontkit';
import {
  cmyk,
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFString,
  rgb,
  StandardFonts,
} from 'pdf-lib';
import type { Detail } from '../../errors/detail.ts';

/** Picture of 4 by 4 pixels with two colour specifications, neither of which is marked as the best. */
const JPEG_2000 = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAA8anAyaAAAABZpaGRyAAAABAAAAAQAAwcHAAAAAAAPY29scgEAAAAAABAAAAAPY29scgEAAAAAABIAAACianAyY/9P/1EALwAAAAAABAAAAAQAAAAAAAAAAAAAAAQAAAAEAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAAAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAAAKgAB/5PfgFgRakpgqAb1P0P/f9+AUBKMg0YhabJFWzeA/9k=',
  'base64',
);

/** A stream's entries and data. */
type Stream = [entries: string, data: string | Uint8Array];

/** An object in PDF syntax, or a stream. */
type PdfPart = string | Stream;

/** Creates a PDF of these objects; the first is the catalog. */
function pdfOf(parts: readonly PdfPart[]): Buffer {
  const chunks: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')];
  const offsets: number[] = [];
  const length = () => chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  for (const [index, part] of parts.entries()) {
    offsets.push(length());
    const [entries, data] = typeof part === 'string' ? [part, null] : part;
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    const body = bytes ? `<< ${entries} /Length ${bytes.length} >>\nstream\n` : `${entries}\n`;
    chunks.push(Buffer.from(`${index + 1} 0 obj\n${body}`, 'latin1'), bytes ?? Buffer.alloc(0));
    chunks.push(Buffer.from(bytes ? '\nendstream\nendobj\n' : 'endobj\n'));
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = parts.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length()}\n%%EOF\n`;
  return Buffer.concat([...chunks, Buffer.from(end)]);
}

/** Creates a page of 400 by 300 points from its resources, its content, and further objects from number 5 on. */
function pageOf(
  resources: string,
  content: string | Stream,
  more: readonly PdfPart[] = [],
  { catalog = '', page = '' }: { catalog?: string; page?: string } = {},
): Buffer {
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Resources << ${resources} >> /Contents 4 0 R ${page} >>`,
    typeof content === 'string' ? ['', content] : content,
    ...more,
  ]);
}

/** Creates a typical office letterhead: a bar, text in a font, CMYK and transparency. */
export async function officePdf(
  change: (page: PDFPage, document: PDFDocument) => void = () => undefined,
  { isEmbedded = true, size = [595.28, 841.89] as [number, number] } = {},
): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit);
  const file = await readFile('node_modules/@fontsource/inter/files/inter-latin-400-normal.woff');
  const font = await document.embedFont(isEmbedded ? file : StandardFonts.Helvetica, { subset: isEmbedded });
  const page = document.addPage(size);
  const [width, height] = size;
  page.drawRectangle({ x: 0, y: height - 80, width, height: 80, color: rgb(0.1, 0.3, 0.5) });
  page.drawText('Academy of Letterheads', { x: 40, y: height - 50, size: 24, font, color: rgb(1, 1, 1) });
  page.drawText('1 Main Street', { x: 40, y: 40, size: 9, font, color: cmyk(0, 1, 1, 0) });
  page.drawRectangle({ x: 40, y: 100, width: 100, height: 50, color: cmyk(1, 0, 0, 0), opacity: 0.5 });
  change(page, document);
  return Buffer.from(await document.save());
}

export const turned = (by: number) => officePdf((page) => page.setRotation(degrees(by)));

/** Creates a letterhead with scripts, a form field, an attachment and a link. A background keeps none of them. */
export const withExtras = (): Promise<Buffer> =>
  officePdf((page, document) => {
    const field = document.getForm().createTextField('field');
    field.setText('FIELD');
    field.addToPage(page, { x: 100, y: 300 });
    document.addJavaScript('main', 'app.alert(1)');
    void document.attach(Buffer.from('secret'), 'secret.txt');
  });

/** Maps four bytes to CIDs. Two codes are far from the others, and one has no valid CID. */
const LONG_CODES = `/CIDInit /ProcSet findresource begin begincmap /CMapName /Own def
1 begincodespacerange <00010000> <FFFFFFFF> endcodespacerange
1 begincidrange <00010001> <00010002> 1 endcidrange
2 begincidchar <01020304> 3 <FFFFFFFE> 70000 endcidchar endcmap`;

interface Coding {
  /** Text in hexadecimal, for glyphs 1 to 3 of the font. */
  shown: string;
  encoding?: string;
  /** Set if every CID of this character collection has glyph 1. */
  ordering?: string;
  fontName?: string;
}

/** Creates a page with a text in a composite font that has these codes. */
async function codedPage({ shown, encoding, ordering, fontName }: Coding): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { context } = document;
  document.registerFontkit(fontkit);
  const file = await readFile('node_modules/@fontsource/inter/files/inter-latin-400-normal.woff');
  const font = await document.embedFont(file, { subset: true });
  font.encodeText('ABC');
  const page = document.addPage([400, 300]);
  const key = page.node.newFontDictionary('F', font.ref);
  page.node.addContentStream(context.register(context.stream(`BT ${key} 90 Tf 20 100 Td <${shown}> Tj ET`)));
  await document.flush();
  const own = context.lookup(font.ref, PDFDict);
  const descendant = context.lookup(own.lookup(PDFName.of('DescendantFonts')), PDFArray).lookup(0, PDFDict);
  if (encoding !== undefined) {
    const isName = !encoding.includes(' ');
    own.set(PDFName.of('Encoding'), isName ? PDFName.of(encoding) : context.register(context.stream(encoding)));
    descendant.delete(PDFName.of('W'));
    descendant.set(PDFName.of('DW'), context.obj(700));
  }
  if (ordering !== undefined) {
    const glyphs = context.register(context.stream(Buffer.alloc(60_000, Buffer.from([0, 1]))));
    descendant.set(PDFName.of('CIDToGIDMap'), glyphs);
    descendant.set(
      PDFName.of('CIDSystemInfo'),
      context.obj({ Registry: PDFString.of('Adobe'), Ordering: PDFString.of(ordering), Supplement: 6 }),
    );
  }
  if (fontName !== undefined) {
    const descriptor = descendant.lookup(PDFName.of('FontDescriptor'), PDFDict);
    for (const [dict, entry] of [
      [own, 'BaseFont'],
      [descendant, 'BaseFont'],
      [descriptor, 'FontName'],
    ] as const)
      dict.set(PDFName.of(entry), PDFName.of(fontName));
  }
  return Buffer.from(await document.save());
}

/** Creates a page with a text in a font whose name is in Latin-1. */
export const inLatin1Font = (): Promise<Buffer> => codedPage({ shown: '000100020003', fontName: 'ABCDEF+Gr\xfcn' });

/** Pages with codes of several lengths, and the page of two-byte codes that each looks like. */
export const CODED_PAGES: readonly [name: string, page: () => Promise<Buffer>, like: () => Promise<Buffer>][] = (
  [
    [
      'four bytes by an embedded CMap',
      { shown: '000100010001000201020304FFFFFFFE', encoding: LONG_CODES },
      '000100020003',
    ],
    [
      'UTF-16 with surrogates',
      { shown: '00410042D842DFB7', encoding: 'UniJIS-UTF16-H', ordering: 'Japan1' },
      '000100010001',
    ],
    ['one, two and four bytes', { shown: '41B0A18139EE39', encoding: 'GBK2K-H', ordering: 'GB1' }, '000100010001'],
  ] as const
).map(([name, coding, like]) => [
  name,
  () => codedPage(coding),
  () => codedPage({ shown: like, encoding: 'Identity-H' }),
]);

/** Creates a page with two squares and a triangle of a Type 3 font, codes 97 and 98. */
const glyphsWith = (widths: string) =>
  pageOf('/Font << /F 5 0 R >>', 'BT /F 40 Tf 20 100 Td (aab) Tj ET', [
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /sq 6 0 R /tr 7 0 R >> /Encoding << /Type /Encoding /Differences [97 /sq /tr] >> ${widths} /Resources << >> >>`,
    ['', '1000 0 0 0 750 750 d1 0 0 750 750 re f'],
    ['', '1000 0 0 0 750 750 d1 0 0 m 375 750 l 750 0 l f'],
  ]);

/** Pages in a form that is seldom used, and the page that each looks like. */
export const ALIKE_PAGES: readonly [name: string, page: Buffer, like: Buffer][] = [
  [
    'a width that only the font descriptor states',
    glyphsWith(
      '/FirstChar 98 /LastChar 98 /Widths [1000] /FontDescriptor << /Type /FontDescriptor /FontName /F /Flags 4 /ItalicAngle 0 /MissingWidth 1000 >>',
    ),
    glyphsWith('/FirstChar 97 /LastChar 98 /Widths [1000 1000]'),
  ],
  [
    // Rows of 8 bytes with the filter Paeth (PNG 9.4). For the last digits of 140 and 12, two of its distances are equal.
    'predicted content',
    pageOf('', [
      '/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 8 >>',
      deflateSync(Buffer.from('0431ef10f010f000000441f5b912ff00120204ae001102fc00fffe0410f041f3bb46ba00', 'hex')),
    ]),
    pageOf('', '1 0 0   rg 21 24  140 120 re f'),
  ],
];

const GROUP = '<< /Type /OCG /Name (G) >>';
const LAYERS = { catalog: '/OCProperties << /OCGs [5 0 R 6 0 R] /D << /OFF [6 0 R] >> >>' };

/** Letterheads with a feature that PDF/A forbids, or that is interpreted differently from its syntax. */
export const ODD_PAGES: Readonly<Record<string, Buffer>> = {
  'layers, of which some are off': pageOf(
    '/Properties << /A 5 0 R /B 6 0 R /M 7 0 R >> /XObject << /H 8 0 R >>',
    '/OC /A BDC 1 0 0 rg 0 0 100 100 re f EMC /OC /B BDC 0 1 0 rg 100 0 100 100 re f EMC /OC /M BDC 0 0 1 rg 200 0 100 100 re f EMC /H Do 0 g 0 200 50 50 re f',
    [
      GROUP,
      GROUP,
      '<< /Type /OCMD /OCGs [6 0 R] /P /AllOn >>',
      ['/Type /XObject /Subtype /Form /BBox [0 0 400 300] /OC 6 0 R', '1 0 1 rg 300 0 100 100 re f'],
    ],
    LAYERS,
  ),
  'inline images': pageOf(
    '',
    'q 100 0 0 100 10 10 cm BI /W 4 /H 4 /BPC 8 /CS /G /F /AHx ID 00FF00FF FF00FF00 00FF00FF FF00FF00> EI Q q 100 0 0 100 150 10 cm BI /W 2 /H 2 /BPC 8 /CS /CMYK ID \xff\x00\x00\x00\x00\xff\x00\x00\x00\x00\xff\x00\x00\x00\x00\xffEI Q 0 0 1 rg 300 10 50 50 re f',
  ),
  'a Type 3 font': pageOf('/Font << /F 5 0 R >>', 'BT /F 40 Tf 20 100 Td (ab) Tj ET', [
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /sq 6 0 R /tr 7 0 R >> /Encoding << /Type /Encoding /Differences [97 /sq /tr] >> /FirstChar 97 /LastChar 98 /Widths [1000 1000] /Resources << >> >>',
    ['', '1000 0 0 0 750 750 d1 0 0 750 750 re f'],
    ['', '1000 0 0 0 750 750 d1 0 0 m 375 750 l 750 0 l f'],
  ]),
  'a Type 3 font by a base encoding': pageOf('/Font << /F 5 0 R >>', '/F 40 Tf 20 100 Td (aB) Tj', [
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a 6 0 R /B 7 0 R >> /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding >> /FirstChar 66 /LastChar 97 /Widths [1000 ${'0 '.repeat(30)}1000] /Resources << >> >>`,
    ['', '1000 0 0 0 750 750 d1 0 0 750 750 re f'],
    ['', '1000 0 0 0 750 750 d1 0 0 m 375 750 l 750 0 l f'],
  ]),
  'blending, soft masks, transfer functions and halftones': pageOf(
    '/ExtGState << /G 5 0 R /B 7 0 R >>',
    '/G gs 1 0 0 rg 0 0 400 150 re f /B gs 0 1 0 rg 50 50 200 200 re f 0 0 1 rg 100 100 200 150 re f',
    [
      '<< /SMask << /S /Luminosity /G 6 0 R /BC [0 0 0 1] /TR /Identity >> /TR /Identity /HT /Default >>',
      [
        '/Type /XObject /Subtype /Form /BBox [0 0 400 300] /Group << /S /Transparency /CS /DeviceCMYK >>',
        '0 0 0 0.5 k 0 0 400 300 re f',
      ],
      '<< /SMask /None /BM [/Weird /Multiply] >>',
    ],
    { page: '/Group << /S /Transparency /CS /DeviceCMYK >>' },
  ),
  'pixels in CMYK': pageOf('/XObject << /I 5 0 R >>', 'q 300 0 0 200 50 50 cm /I Do Q', [
    [
      '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceCMYK /Interpolate true',
      Buffer.from('ff00000000ff00000000ff00000000ff', 'hex'),
    ],
  ]),
  'a spot colour, and a shading in CMYK': pageOf(
    '/ColorSpace << /S 5 0 R >> /Shading << /H 6 0 R >>',
    '/S cs 0.8 scn 20 20 100 100 re f q 150 20 200 100 re W n /H sh Q',
    [
      '[/Separation /Gold /DeviceCMYK << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0.2 0.9 0.1] >>]',
      '<< /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [150 0 350 0] /Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 0 0 0] /C1 [0 0 1 0] >> >>',
    ],
  ),
  'two spot colours of one name': pageOf(
    '/ColorSpace << /S 5 0 R /T 6 0 R /U 7 0 R /V 8 0 R >>',
    '/S cs 1 scn 20 20 60 100 re f /T cs 1 scn 100 20 60 100 re f /U cs 1 0.5 scn 180 20 60 100 re f /V cs 1 scn 260 20 60 100 re f',
    [
      '[/Separation /Gold /DeviceRGB << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 1 1] /C1 [0.9 0.7 0.1] >>]',
      '[/Separation /Gold /DeviceRGB << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 1 1] /C1 [0.5 0.3 0] >>]',
      '[/DeviceN [/Gold /Blue] /DeviceRGB 9 0 R << /Colorants << /Gold 6 0 R >> >>]',
      '[/Separation /Gold /DeviceRGB << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 1 1] /C1 [0.9 0.7 0.1] >>]',
      ['/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ pop 1 exch sub dup dup }'],
    ],
  ),
  'a JPEG 2000 with two colour specifications': pageOf('/XObject << /I 5 0 R >>', 'q 300 0 0 200 50 50 cm /I Do Q', [
    ['/Type /XObject /Subtype /Image /Width 4 /Height 4 /Filter /JPXDecode', JPEG_2000],
  ]),
  'a spot colour by a program that leaves more on its stack than its outputs': pageOf(
    '/ColorSpace << /S [/Separation /Red /DeviceCMYK 5 0 R] >>',
    '/S cs 1 scn 20 20 100 100 re f',
    [['/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1 0 1]', '{ dup 0 exch dup .91 mul exch .76 mul 0 }']],
  ),
  'unknown operators and unbalanced states': pageOf(
    '',
    'Q Q q q 0.5 0 0 rg 10 10 100 100 re f 1 0 unknown BX 3 foo EX /Tag <</MCID 7>> BDC 0 0 1 rg 150 10 100 100 re f EMC EMC (x) Tj',
  ),
  'standard fonts that are not embedded': pageOf(
    '/Font << /F 5 0 R /G 6 0 R >>',
    'BT /F 40 Tf 20 200 Td (Helvetica) Tj /G 40 Tf 0 -80 Td (abc) Tj /Missing 20 Tf 0 -50 Td (missing) Tj ET',
    [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
    ],
  ),
  'text without a font, and text that clips': pageOf(
    '/Font << /F 5 0 R >>',
    'BT (no font) Tj ET q BT /F 90 Tf 7 Tr 20 60 Td (Clip) Tj ET 0.8 0 0.2 rg 0 0 400 100 re f Q BT 1 Tr /F 50 Tf 20 200 Td [(Str) -200 (oke)] TJ ET',
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>'],
  ),
  'a string over 32,767 bytes': pageOf(
    '/Font << /F 5 0 R >>',
    `BT /F 20 Tf 20 100 Td (ab${'c'.repeat(40_000)}) Tj ET`,
    [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /square 6 0 R /tr 7 0 R >> /Encoding << /Type /Encoding /Differences [97 /square /tr] >> /FirstChar 97 /LastChar 98 /Widths [900 1000] /Resources << >> >>',
      ['', '1000 0 0 0 750 750 d1 0 0 750 750 re f'],
      ['', '1000 0 0 0 750 750 d1 0 0 m 375 750 l 750 0 l f'],
    ],
  ),
  'a string over 65,535 bytes in an array': pageOf(
    '/Font << /F 5 0 R >>',
    `BT /F 1 Tf 20 100 Td [(${'b'.repeat(70_000)}) -100 (b)] TJ ET`,
    [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /tr 6 0 R >> /Encoding << /Type /Encoding /Differences [98 /tr] >> /FirstChar 98 /LastChar 98 /Widths [10] /Resources << >> >>',
      ['', '10 0 0 0 750 750 d1 0 0 m 375 750 l 750 0 l f'],
    ],
  ),
  'outlines of text in the deepest graphics state, with nested parentheses': pageOf(
    '/Font << /F 5 0 R >>',
    `${'q '.repeat(28)} BT /F 40 Tf 20 100 Td [(a(b(c(d)e)f)g) 100 (h)] TJ ET ${'Q '.repeat(28)}`,
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  ),
  'spot colours with names in Latin-1': pageOf(
    '/ColorSpace << /S 5 0 R /T [/DeviceN [/Gr#FCn /Blau] /DeviceRGB 6 0 R << /Colorants << /Gr#FCn 5 0 R >> >>] >>',
    '/S cs 1 scn 20 20 100 100 re f /T cs 1 0.5 scn 150 20 100 100 re f',
    [
      '[/Separation /Gr#FCn /DeviceRGB << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 1 1] /C1 [0 0.6 0.2] >>]',
      ['/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ pop 1 exch sub dup dup }'],
    ],
  ),
  LZW: pageOf('/XObject << /I 5 0 R >>', 'q 300 0 0 200 50 50 cm /I Do Q', [
    [
      '/Type /XObject /Subtype /Image /Width 9 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /LZWDecode',
      Buffer.from('800B6050220C0C8501', 'hex'),
    ],
  ]),
};

/** Page with a text of 66,000 glyphs, more than a call has arguments, in a font that is drawn as outlines. */
export const LONG_TEXT: Buffer = pageOf(
  '/Font << /F 5 0 R >>',
  `BT /F 1 Tf 20 100 Td [(${'.'.repeat(66_000)})] TJ ET`,
  ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
);

const deflated = (content: Uint8Array): Stream => ['/Filter /FlateDecode', deflateSync(content)];

const LONG_STREAM = { code: 'pdf_too_complex', params: { resource: 'bytes in a stream', most: 40_000_000 } } as const;

/** Page with a text in a font that is not embedded. */
const inMissingFont = (name: string) =>
  pageOf('/Font << /F 5 0 R >>', 'BT /F 20 Tf 20 100 Td (Text) Tj ET', [
    `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 32 /Widths [278] >>`,
  ]);

/** PDFs that can't be a background, each with the reason. */
export const REFUSED_PAGES: Readonly<Record<string, [pdf: Buffer, reason: Pick<Detail, 'code' | 'params'>]>> = {
  'no PDF': [Buffer.from('hello'), { code: 'not_a_pdf', params: {} }],
  'a form that draws itself': [
    pageOf('/XObject << /F 5 0 R >>', '/F Do', [
      ['/Type /XObject /Subtype /Form /BBox [0 0 400 300] /Resources << /XObject << /F 5 0 R >> >>', '/F Do'],
    ]),
    { code: 'pdf_damaged', params: { fault: 'an object contains itself' } },
  ],
  'a bomb in a bomb': [
    pageOf('', ['/Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync(Buffer.alloc(80_000_000)))]),
    LONG_STREAM,
  ],
  'a bomb of spaces': [pageOf('', deflated(Buffer.alloc(80_000_000, ' '))), LONG_STREAM],
  'forms that draw the next ten times': [
    pageOf('/XObject << /F 5 0 R >>', '/F Do', [
      ...Array.from(
        { length: 9 },
        (_, index): PdfPart => [
          `/Type /XObject /Subtype /Form /BBox [0 0 400 300] /Resources << /XObject << /F ${6 + index} 0 R >> >>`,
          '/F Do '.repeat(10),
        ],
      ),
      ['/Type /XObject /Subtype /Form /BBox [0 0 400 300]', '0 0 9 9 re f'],
    ]),
    { code: 'pdf_too_complex', params: { resource: 'drawing operations', most: 2_000_000 } },
  ],
  'a picture of ten thousand million pixels': [
    pageOf('/XObject << /I 5 0 R >>', '/I Do', [
      ['/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 1 /ColorSpace /DeviceGray', ''],
    ]),
    { code: 'pdf_too_complex', params: { resource: 'pixels on a side of a picture', most: 20_000 } },
  ],
  'a page over 2,000 points': [
    pageOf('', '', [], { page: '/MediaBox [0 0 2100 800]' }),
    { code: 'page_size', params: { width: 2100, height: 800, least: 72, most: 2000 } },
  ],
  'a name over 127 bytes': [
    pageOf(`/ExtGState << /${'N'.repeat(128)} << /CA 0.5 >> >>`, `/${'N'.repeat(128)} gs`),
    { code: 'pdf_damaged', params: { fault: 'a name is too long' } },
  ],
  'a colour of 33 inks': [
    pageOf(
      `/ColorSpace << /S [/DeviceN [${Array.from({ length: 33 }, (_, ink) => `/Ink${ink}`).join(' ')}] /DeviceRGB 5 0 R << >>] >>`,
      `/S cs ${'1 '.repeat(33)} scn 0 0 20 20 re f`,
      [[`/FunctionType 4 /Domain [${'0 1 '.repeat(33)}] /Range [0 1 0 1 0 1]`, `{ ${'pop '.repeat(30)} }`]],
    ),
    { code: 'pdf_too_complex', params: { resource: 'inks in a colour', most: 32 } },
  ],
  'graphics states over 28 deep': [
    pageOf('', `${'q '.repeat(29)} 0 0 20 20 re f ${'Q '.repeat(29)}`),
    { code: 'pdf_damaged', params: { fault: 'graphics states are nested more than 28 deep' } },
  ],
  'no page': [
    pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
    { code: 'pdf_damaged', params: { fault: 'it has no page' } },
  ],
  'a font that is not embedded': [
    inMissingFont('ABCDEF+Georgia#20Pro'),
    { code: 'pdf_fonts_missing', params: { fonts: ['Georgia Pro'] } },
  ],
  'a stream with a key': [pageOf('', ['/Filter /Crypt', 'x']), { code: 'pdf_protected', params: {} }],
};

/** Page with a pattern of more tiles than any renderer can finish. */
export const ENDLESS_PAGE: Buffer = pageOf('/Pattern << /P 5 0 R >>', '/Pattern cs /P scn 0 0 400 300 re f', [
  [
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << >>',
    '0 0 .5 .5 re f',
  ],
]);
