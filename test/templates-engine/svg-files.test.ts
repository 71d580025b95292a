import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DesignError } from '../../templates-engine/index.ts';
import { difference } from '../support/pictures.ts';
import { dataUri, shown } from '../support/shown-picture.ts';

/** Colours as Chromium draws them, by point in the 200 units of a file. */
type Points = Record<string, readonly (readonly [number, number])[]>;

async function expectColors(svg: Buffer | string, points: Points): Promise<void> {
  const { png, pdf } = await shown(dataUri(Buffer.from(svg), 'svg+xml'));
  for (const [color, places] of Object.entries(points))
    for (const [x, y] of places) {
      // The picture has 240 by 160 pixels.
      const at = { left: Math.floor(x * 1.2), top: Math.floor(y * 0.8), width: 1, height: 1 };
      const pixel = await sharp(png).removeAlpha().extract(at).raw().toBuffer();
      for (const [index, channel] of [...Buffer.from(color.slice(1), 'hex')].entries())
        expect(Math.abs(channel - (pixel[index] ?? 0)), `${color} at ${x} ${y}: ${pixel.toString('hex')}`).toBeLessThan(
          4,
        );
    }
  expect(await difference(png, pdf)).toBeLessThan(2);
}

const FILES: [file: string, points: Points][] = [
  [
    'bg',
    {
      '#123456': [
        [5, 5],
        [195, 195],
      ],
      '#ffffff': [[100, 100]],
    },
  ],
  [
    'clip-path-with-transform',
    {
      '#008000': [[100, 100]],
      '#ffffff': [
        [20, 20],
        [180, 180],
      ],
    },
  ],
  [
    'colors',
    {
      '#231fa0': [[100, 20]],
      '#0d78c8': [[100, 60]],
      '#0e78c8': [[100, 100]],
      '#77d077': [[100, 140]],
      '#86bbe3': [[100, 180]],
    },
  ],
  ['css', { '#00aa00': [[100, 120]], '#ffffff': [[10, 110]] }],
  ['cur', { '#cc0000': [[100, 40]], '#0000cc': [[100, 150]] }],
  [
    'curcss',
    {
      '#cc0000': [
        [100, 40],
        [100, 150],
      ],
    },
  ],
  ['ent', { '#ff0000': [[100, 40]] }],
  ['foreign', { '#ff0000': [[100, 40]] }],
  ['multiple-children', { '#008000': [[100, 100]] }],
  ['overlapped-shapes-with-evenodd', { '#008000': [[100, 95]] }],
  ['style', { '#80d580': [[100, 40]], '#0000ff': [[120, 120]], '#ffffff': [[30, 150]] }],
  [
    'transform-has-no-effect',
    {
      '#ffffff': [
        [10, 100],
        [190, 100],
      ],
    },
  ],
  ['vars', { '#00aa00': [[100, 40]], '#008000': [[100, 150]] }],
  ['with-invalid-child-via-use', { '#ffffff': [[100, 100]] }],
  ['with-viewBox', { '#ffffff': [[10, 100]] }],
];

test.each(FILES)('%s.svg has the colours of Chromium in both files', async (file, points) => {
  await expectColors(await readFile(`test/templates-engine/svg-files/${file}.svg`), points);
});

test.each(['jpg', 'webp'])('the picture in %s.svg is in both files', async (file) => {
  const { png, pdf } = await shown(dataUri(await readFile(`test/templates-engine/svg-files/${file}.svg`), 'svg+xml'));
  expect(await difference(png, pdf)).toBeLessThan(2);
  const { data } = await sharp(png)
    .greyscale()
    .extract({ left: 120, top: 40, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeLessThan(250);
});

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"${attributes}>${inside}</svg>`;
const rectangle = (attributes: string) => svg(`<rect width="200" height="200" ${attributes}/>`);
/** Returns a square drawing in a picture twice as wide, at the side that `align` names. */
const wider = (align: string, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="200" height="100" preserveAspectRatio="${align}">${inside}</svg>`;
const lime: Points = { '#00ff00': [[100, 100]] };

/** An image element with a lime picture of 32 by 16 pixels. */
const LIME_PICTURE = await sharp({ create: { width: 32, height: 16, channels: 3, background: '#0f0' } })
  .png()
  .toBuffer();
const limeImage = (attributes: string) => svg(`<image ${attributes} href="${dataUri(LIME_PICTURE, 'png')}"/>`);
const limeUntil = (x: number, y: number): Points => ({
  '#00ff00': [[x - 4, y - 4]],
  '#ffffff': [
    [x + 4, y - 4],
    [x - 4, y + 4],
  ],
});

const SIBLINGS: [name: string, file: Buffer | string, points: Points][] = [
  ['hwb()', rectangle('fill="hwb(120 0% 0%)"'), lime],
  ['a percentage of alpha after commas', rectangle('fill="rgba(0, 255, 0, 100%)"'), lime],
  ['hsl() in turns', rectangle('style="fill:hsl(.33333turn 100% 50%)"'), lime],
  ['a variable with a fallback', rectangle('style="fill:var(--none, #0f0)"'), lime],
  ['an invalid colour, after a valid one', rectangle('style="fill:#0f0;fill:nothing"'), lime],
  [
    'a weaker rule that is important',
    svg('<style>rect{fill:#0f0!important}#a{fill:red}</style><rect id="a" width="200" height="200"/>'),
    lime,
  ],
  [
    'rules for print',
    svg('<style>rect{fill:#0f0}@media print{rect{fill:red}}</style><rect width="200" height="200"/>'),
    lime,
  ],
  ['a selector by child', svg('<style>g>:first-child{fill:#0f0}</style><g><rect width="200" height="200"/></g>'), lime],
  ['an image without a height', limeImage('width="160"'), limeUntil(160, 80)],
  ['an image without a width', limeImage('width="auto" height="50px"'), limeUntil(100, 50)],
  ['an image without a size', limeImage(''), limeUntil(32, 16)],
  [
    'an SVG within it that has an empty text',
    svg(
      `<image width="200" height="200" href="${dataUri(Buffer.from(svg('<rect width="200" height="200" fill="#0f0"/><text> </text>')), 'svg+xml')}"/>`,
    ),
    lime,
  ],
  [
    'a hidden part of a text',
    svg('<text x="20" y="150" font-size="150" style="fill:#f00"><tspan style="display:none">█</tspan></text>'),
    { '#ffffff': [[60, 100]] },
  ],
  ['a comment in a style', rectangle('style="/*a*/fill:#0f0/*b*/"'), lime],
  ['a link', svg('<a href="https://example.com"><rect width="200" height="200" fill="#0f0"/></a>'), lime],
  ['no namespace', '<svg viewBox="0 0 200 200"><rect width="200" height="200" fill="#0f0"/></svg>', lime],
  [
    'a namespace of an editor',
    svg('<e:a xmlns:e="urn:e" e:b="1"><rect width="9"/></e:a><rect width="200" height="200" fill="#0f0"/>'),
    lime,
  ],
  [
    'ISO-8859-1',
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><!-- \xe9 -->${rectangle('fill="#0f0"')}`, 'latin1'),
    lime,
  ],
  ['UTF-16', Buffer.from(`\uFEFF${rectangle('fill="#0f0"')}`, 'utf16le'), lime],
  [
    'a clip path by use',
    svg(
      '<defs><path id="a" d="M50 0h100v200H50z"/></defs><clipPath id="b"><use href="#a"/></clipPath><g clip-path="url(#b)"><rect width="200" height="200" fill="#0f0"/></g>',
    ),
    { ...lime, '#ffffff': [[20, 100]] },
  ],
  [
    'a drawing at the left of a wider picture',
    wider('xMinYMid', '<rect width="100" height="100" fill="#0f0"/>'),
    {
      '#00ff00': [
        [10, 100],
        [90, 100],
      ],
      '#ffffff': [[150, 100]],
    },
  ],
  [
    'a drawing at the right of a wider picture',
    wider('xMaxYMid', '<rect width="100" height="100" fill="#0f0"/>'),
    {
      '#00ff00': [
        [110, 100],
        [190, 100],
      ],
      '#ffffff': [[50, 100]],
    },
  ],
  ...(['xMinYMid', 'xMidYMid', 'xMaxYMid'] as const).map((align): [string, string, Points] => [
    `the background of a wider picture with ${align}`,
    wider(align, '').replace('>', ' style="background:#0f0">'),
    {
      '#00ff00': [
        [10, 100],
        [190, 100],
      ],
    },
  ]),
  [
    'a hidden shape in a clip path',
    svg(
      '<clipPath id="b"><path d="M50 0h100v200H50z"/><path visibility="hidden" d="M0 0h200v200z"/></clipPath><rect width="200" height="200" fill="#0f0" clip-path="url(#b)"/>',
    ),
    { ...lime, '#ffffff': [[180, 20]] },
  ],
  [
    'a scale about the middle in a wider picture',
    wider(
      'xMidYMid',
      '<rect width="100" height="100" fill="#0f0" style="transform-origin:50% 50%;transform:scale(50%)"/>',
    ),
    {
      '#00ff00': [
        [80, 100],
        [120, 100],
      ],
      '#ffffff': [
        [70, 100],
        [130, 100],
      ],
    },
  ],
  [
    'a scale about the middle',
    svg('<rect width="200" height="200" fill="#0f0" style="transform-origin:50% 50%;transform:scale(50%)"/>'),
    { ...lime, '#ffffff': [[20, 100]] },
  ],
  [
    'a turn about the box of a shape',
    svg(
      '<rect x="100" y="100" width="100" height="20" fill="#0f0" style="transform-box:fill-box;transform-origin:center;transform:rotate(90deg)"/>',
    ),
    { '#00ff00': [[150, 70]], '#ffffff': [[110, 110]] },
  ],
  [
    'a turn in gradians',
    svg('<rect x="100" y="20" width="80" height="20" fill="#0f0" style="transform:translate(100px) rotate(100grad)"/>'),
    {
      '#00ff00': [
        [70, 110],
        [70, 170],
      ],
      '#ffffff': [[140, 30]],
    },
  ],
  [
    'the fill of the element that uses a marker',
    svg(
      '<defs><marker id="m" markerUnits="userSpaceOnUse" markerWidth="80" markerHeight="80" refX="40" refY="40"><rect width="80" height="80" fill="context-stroke"/></marker></defs><path d="M100 100h50" stroke="#0f0" marker-start="url(#m)"/>',
    ),
    lime,
  ],
  [
    'an element that uses itself',
    svg('<rect width="200" height="200" fill="#0f0"/><g id="a"><use href="#a"/></g>'),
    lime,
  ],
];

test.each(SIBLINGS)('%s is drawn as in Chromium', async (_, file, points) => {
  await expectColors(file, points);
});

test.each([
  [
    'an external entity',
    '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg><text>&a;</text></svg>',
    /entity/,
  ],
  [
    'entities that grow',
    `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(5000)}">]><svg><desc>${'&a;'.repeat(2000)}</desc></svg>`,
    /entities/,
  ],
  [
    'a text in an SVG within it',
    svg(`<image width="9" height="9" href="${dataUri(Buffer.from(svg('<text y="9">a</text>')), 'svg+xml')}"/>`),
    /text in an SVG/,
  ],
  ['foreign content alone', svg('<foreignObject width="9" height="9"/>'), /foreign/],
  ['an unknown encoding', '<?xml version="1.0" encoding="utf-7"?><svg/>', /encoding/],
  ['bytes of another encoding', Buffer.from(svg('<desc>\xe9</desc>'), 'latin1'), /utf-8/],
])('%s is refused with the reason', async (_, file, reason) => {
  const refused = shown(dataUri(Buffer.from(file), 'svg+xml'));
  await expect(refused).rejects.toThrow(DesignError);
  await expect(refused).rejects.toThrow(reason);
});

/** Returns the share of dark pixels of a text. */
async function ink(text: string, family: string, language = 'en'): Promise<Buffer> {
  const inside = `<text x="4" y="120" font-size="50" font-family="${family}" xml:lang="${language}">${text}</text>`;
  return (await shown(dataUri(Buffer.from(svg(inside)), 'svg+xml'))).png;
}

test('letters of every file of a family are set in it', async () => {
  // Each of these letters is in another file than the letters beside it.
  for (const [text, family] of [
    ['Łódź', 'Playfair Display'],
    ['Жизнь', 'Playfair Display'],
  ] as const)
    expect(await difference(await ink(text, family), await ink(text, 'Noto Sans'))).toBeGreaterThan(1);
});

test('Han letters have the form of their language', async () => {
  expect(
    await difference(await ink('骨直', 'Noto Sans', 'ja'), await ink('骨直', 'Noto Sans', 'zh-Hans')),
  ).toBeGreaterThan(0.2);
});
