import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { dataUri } from '../support/shown-picture.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ scopes: ['templates:write', 'certificates:write', 'organisation:write'] });
});

const upload = (path: string, field: string, content: Uint8Array) => {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(content)]), 'picture');
  return laurel.call(path, { key: tenant.key, body: form });
};
const designOf = (more: object, elements: object[] = []) => ({
  name: 'T',
  recipientNameVariable: 'name',
  page: { width: 200, height: 100 },
  elements: [
    ...elements,
    { type: 'text', x: 10, y: 70, width: 180, height: 20, text: '{{name}}', font: 'Inter', size: 9 },
  ],
  ...more,
});
const publish = (design: object) => laurel.call('/templates', { key: tenant.key, body: design });

/** Ways to give the service a picture. */
const WAYS: [name: string, send: (content: Buffer, type: string) => ReturnType<Laurel['call']>][] = [
  ['a picture of a recipient', (content) => upload('/assets', 'file', content)],
  ['a logo', (content) => upload('/organisation/logo', 'logo', content)],
  [
    'an image of a design',
    (content, type) =>
      publish(designOf({}, [{ type: 'image', x: 10, y: 10, width: 60, height: 40, src: dataUri(content, type) }])),
  ],
  ['a background', (content, type) => publish(designOf({ background: { image: dataUri(content, type) } }))],
];

const pixels = (channels: 3 | 4 = 3): Sharp =>
  sharp(
    Uint8Array.from({ length: 64 * 48 * channels }, (_, at) => (at * 7 + (at >> 5) * 13) & 255),
    { raw: { width: 64, height: 48, channels } },
  );
const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">${inside}</svg>`);

const WHOLE: [name: string, type: string, make: () => Promise<Buffer> | Buffer][] = [
  ['an interlaced PNG', 'png', () => pixels().png({ progressive: true }).toBuffer()],
  ['a PNG with a palette', 'png', () => pixels().png({ palette: true }).toBuffer()],
  ['a PNG with transparency', 'png', () => pixels(4).png().toBuffer()],
  ['a JPEG', 'jpeg', () => pixels().jpeg().toBuffer()],
  ['a progressive JPEG', 'jpeg', () => pixels().jpeg({ progressive: true }).toBuffer()],
  ['a JPEG in CMYK', 'jpeg', () => pixels().toColourspace('cmyk').jpeg().toBuffer()],
  ['a WebP', 'webp', () => pixels().webp().toBuffer()],
  [
    'an SVG with texts',
    'svg+xml',
    () => svg('<rect width="60" height="40" fill="#eee"/><text x="5" y="30">Ab Дж 你好</text>'),
  ],
];

const DAMAGES: [name: string, damage: (whole: Buffer) => Buffer][] = [
  ['cut in the middle', (whole) => whole.subarray(0, whole.length >> 1)],
  ['cut after its first bytes', (whole) => whole.subarray(0, 14)],
  ['without its first byte', (whole) => whole.subarray(1)],
];
/** Position in the checksum of a PNG's header. */
const CHECKSUM_AT = 29;
const withOtherChecksum = (png: Buffer): Buffer => {
  const changed = Buffer.from(png);
  changed[CHECKSUM_AT] = (changed[CHECKSUM_AT] ?? 0) ^ 1;
  return changed;
};

test.each(WHOLE)('accepts %s in every place, and refuses it there if it is damaged', async (_, type, make) => {
  const whole = await make();
  for (const [way, send] of WAYS) {
    const { status, body } = await send(whole, type);
    expect([way, Math.floor(status / 100), body.details]).toEqual([way, 2, undefined]);
    const damages = type === 'png' ? [...DAMAGES, ['with another checksum', withOtherChecksum] as const] : DAMAGES;
    for (const [how, damage] of damages) {
      const answer = await send(damage(whole), type);
      expect([way, how, answer.status, answer.body.details?.[0]?.code]).toEqual([
        way,
        how,
        400,
        expect.stringMatching(/^(not_a_picture|svg_refused)$/),
      ]);
    }
  }
});

test('refuses a JPEG with more rows than data in every place', async () => {
  const jpeg = await pixels().jpeg().toBuffer();
  // The height follows the marker of the frame, its length and its precision.
  jpeg.writeUInt16BE(49, jpeg.indexOf(Buffer.of(0xff, 0xc0)) + 5);
  for (const [way, send] of WAYS) {
    const { status, body } = await send(jpeg, 'jpeg');
    expect([way, status, body.details?.[0]?.code]).toEqual([way, 400, 'not_a_picture']);
  }
});

test.each([
  ['an unknown entity', '<text>&nope;</text>', 'an error in line 1, column 75: undefined entity'],
  ['an open element', '<g>', 'an error in line 1, column 72: unexpected close tag'],
  [
    'an address that cannot be decoded',
    '<image href="data:image/png,%ZZ"/>',
    'an address with a % that encodes nothing',
  ],
  ['a circle as large as the galaxy', '<circle r="1e38"/>', 'a number over 1,000,000,000,000'],
  ['an arc that ends there', '<path d="M0 0A5 5 0 1 1 1e38 5"/>', 'a number over 1,000,000,000,000'],
])('refuses an SVG with %s in every place, with the reason', async (_, inside, found) => {
  for (const [way, send] of WAYS) {
    const { status, body } = await send(svg(inside), 'svg+xml');
    expect([way, status, body.details]).toEqual([
      way,
      400,
      [
        expect.objectContaining({
          code: 'svg_refused',
          message: `SVG with ${found}. Use one that stands alone and is quick to draw.`,
        }),
      ],
    ]);
  }
});

test('accepts an SVG with numbers of many decimals', async () => {
  const inside = '<path d="M.12345678901234567.12345678901234567L1e1 9.99999999999999999 3e-20 5z"/>';
  for (const [way, send] of WAYS)
    expect([way, Math.floor((await send(svg(inside), 'svg+xml')).status / 100)]).toEqual([way, 2]);
});
