import { spawnSync } from 'node:child_process';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bakePng } from '../../../proof/credential/index.ts';
import { signed } from './sample.ts';

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();

const commentsOf = async (png: Uint8Array) => (await sharp(png).metadata()).comments;

test('a baked credential is read unchanged, and no pixel changes', async () => {
  const png = await picture();
  for (const json of [JSON.stringify(await signed()), '{"name":"Ünï \u{1f600} \\" \\u0000"}', '']) {
    const baked = bakePng(png, json);
    expect(await commentsOf(baked)).toEqual([{ keyword: 'openbadgecredential', text: json }]);
    expect(await sharp(baked).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer());
  }
});

test('the chunk comes right after the header, uncompressed, and all other bytes are unchanged', async () => {
  const png = await picture();
  const data = Buffer.from('openbadgecredential\0\0\0\0\0{}');
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('iTXt'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  expect(bakePng(png, '{}')).toEqual(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]));
});

const judge = 'pngcheck';
const isSkipped = spawnSync(judge).error !== undefined && process.env.CI_JUDGES !== 'required';
const why = isSkipped ? ' (skipped: no pngcheck on this machine)' : '';

test.skipIf(isSkipped)(`pngcheck accepts a baked picture and rejects a wrong checksum${why}`, async () => {
  const check = (png: Buffer) => spawnSync(judge, ['-vt7'], { input: png, encoding: 'utf8' });
  const baked = bakePng(await picture(), JSON.stringify(await signed()));
  const { status, stdout } = check(baked);
  expect({ status, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/iTXt.*keyword: openbadgecredential/),
  });
  const broken = Buffer.from(baked);
  broken.writeUInt8(broken.readUInt8(80) ^ 1, 80);
  expect(check(broken).status).not.toBe(0);
});

test('refuses a file that is not a PNG, and a PNG that already has a credential', async () => {
  const png = await picture();
  const broken = Buffer.from(png);
  broken[20] = 0xff;
  const jpeg = await sharp(png).jpeg().toBuffer();
  for (const bytes of [
    new Uint8Array(),
    Buffer.from('%PDF-1.7'),
    jpeg,
    png.subarray(0, 8),
    png.subarray(0, 32),
    broken,
  ])
    expect(() => bakePng(bytes, '{}')).toThrow('A credential can be baked into a PNG only');
  expect(() => bakePng(bakePng(png, '{}'), '{}')).toThrow('The PNG has a credential already');
});
