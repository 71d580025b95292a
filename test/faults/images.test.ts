import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { figure, timing } from '../support/faults.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
});

const upload = (content: Uint8Array<ArrayBuffer> | string) => {
  const form = new FormData();
  form.append('logo', new Blob([content]), 'logo');
  return laurel.call('/organisation/logo', { key: tenant.key, body: form });
};
const svg = (inside: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="30" height="10">${inside}</svg>`;
/** Entities that expand to 10 MB. */
const ENTITIES = ['b', 'c', 'd']
  .map((name, index) => `<!ENTITY ${name} "${`&${'abc'[index]};`.repeat(100)}">`)
  .join('')
  .concat('<!ENTITY a "aaaaaaaaaa">');
const DOCTYPE =
  '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n';
const RECTANGLE = '<rect width="3" height="3"/>';
const laughs = Array.from(
  { length: 12 },
  (_, n) => `<g id="g${n + 1}">${`<use xlink:href="#g${n}"/>`.repeat(10)}</g>`,
).join('');
const turbulence = `<filter id="f">${'<feTurbulence baseFrequency="1" numOctaves="50"/>'.repeat(20)}</filter><rect filter="url(#f)" width="30" height="10"/>`;

const HOSTILE: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'a compressed one': gzipSync(svg(RECTANGLE)),
  'a compressed one of 100,000 elements': gzipSync(svg(RECTANGLE.repeat(100_000))),
  '60,000 elements': svg(RECTANGLE.repeat(60_000)),
  'filters of 50 octaves': svg(turbulence),
  'use of use of use': svg(`<g id="g0">${RECTANGLE}</g>${laughs}<use xlink:href="#g12"/>`),
  'patterns within patterns': svg(
    `${laughs.replaceAll(/<g id="g(\d+)">(.*?)<\/g>/g, (_, n: string) => `<pattern id="p${n}" width="1" height="1">${`<rect fill="url(#p${Number(n) - 1})"/>`.repeat(10)}</pattern>`)}<rect fill="url(#p12)"/>`,
  ),
  'deep nesting': svg('<g>'.repeat(5000) + '</g>'.repeat(5000)),
  'an external entity': svg('&a;', '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
  'entities of entities': svg('&d;', `<!DOCTYPE svg [${ENTITIES}]>`),
  'a local file': svg('<image href="file:///etc/passwd"/>'),
  'the network': svg('<style>rect{fill:url(http://127.0.0.1/a)}</style>'),
  'a hidden address': svg('<style>rect{fill:u\\72l(http://127.0.0.1/a)}</style>'),
  'a script': svg('<script>1</script>'),
  'an event handler': svg('<rect onload="1"/>'),
  'another encoding': svg(RECTANGLE, '<?xml version="1.0" encoding="utf-7"?>'),
  'malformed XML': svg('<rect'),
  'a PNG of 50,000 by 50,000 pixels': pngOf(50_000, 50_000),
  'a PDF after the first bytes of a PNG': Buffer.concat([pngOf(1, 1).subarray(0, 8), Buffer.from('%PDF-1.7')]),
  'a GIF': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
};

/** Creates a picture's head, with fewer rows of zeros than it announces. */
function pngOf(width: number, height: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const bytes = Buffer.alloc(data.length + 12);
    bytes.writeUInt32BE(data.length, 0);
    bytes.write(type, 4, 'latin1');
    data.copy(bytes, 8);
    return bytes;
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)));
  return Buffer.concat([signature, chunk('IHDR', header), rows, chunk('IEND', Buffer.alloc(0))]);
}

test('malicious pictures are refused quickly, with the reason', async () => {
  const refused: string[] = [];
  for (const [name, content] of Object.entries(HOSTILE)) {
    const started = performance.now();
    const { status, body } = await upload(content);
    const took = Math.round(performance.now() - started);
    timing({ fault: 'F23', what: `refusing ${name}`, measured: took, wanted: 4000, unit: 'ms' });
    expect([name, status, body?.error?.code]).toEqual([name, 400, 'VALIDATION_ERROR']);
    expect(body.details, name).toEqual([
      expect.objectContaining({
        path: 'logo',
        code: expect.stringMatching(/^(not_a_picture|picture_too_large|svg_refused)$/),
      }),
    ]);
    refused.push(name);
  }
  const all = Object.keys(HOSTILE).length;
  figure({
    fault: 'F23',
    what: 'hostile pictures refused',
    measured: `${refused.length} of ${all}`,
    wanted: `${all} of ${all}`,
  });
  expect((await fetch(`${laurel.url}/health`)).status).toBe(200);
});

test('typical output of editors is accepted', async () => {
  const gradient =
    '<defs><linearGradient id="a"><stop offset="0"/><stop offset="1" stop-color="red"/></linearGradient></defs><g><rect fill="url(#a)" width="30" height="10"/></g>';
  const photograph = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#234' } })
    .jpeg()
    .toBuffer();
  for (const content of [svg(RECTANGLE, DOCTYPE), svg(gradient, DOCTYPE), svg(RECTANGLE, '\uFEFF'), photograph]) {
    const { status, body } = await upload(content);
    expect([status, body.details]).toEqual([200, undefined]);
  }
});
