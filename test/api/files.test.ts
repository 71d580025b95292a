import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { atEndOfFile } from '../support/end-of-file.ts';
import { Laurel } from '../support/laurel.ts';

const directory = await mkdtemp(join(tmpdir(), 'laurel-files-'));
atEndOfFile(() => rm(directory, { recursive: true }));

test.each(['postgres:', `file://${directory}`])(
  'a file in %s has a stable address, a name, a range and a tag',
  async (storage) => {
    const laurel = await Laurel.start({ STORAGE_URL: storage });
    const { pdfUrl, verificationHash } = await laurel.issue(await laurel.tenant());
    const whole = await fetch(pdfUrl);
    const content = Buffer.from(await whole.arrayBuffer());
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(whole.headers.get('Content-Disposition')).toContain(
      "filename*=UTF-8''Diploma%20of%20distinction%20-%20%C5%81ucja",
    );
    expect(whole.headers.get('Cache-Control')).toContain('immutable');
    const part = await fetch(pdfUrl, { headers: { Range: 'bytes=1-3' } });
    expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([
      206,
      `bytes 1-3/${content.length}`,
      'PDF',
    ]);
    expect((await fetch(pdfUrl, { headers: { Range: `bytes=${content.length}-` } })).status).toBe(416);
    // A download continues only with the file that it began with.
    const tags = [whole.headers.get('ETag') ?? '', '"another"'];
    const continued = tags.map((tag) => fetch(pdfUrl, { headers: { Range: 'bytes=1-3', 'If-Range': tag } }));
    expect((await Promise.all(continued)).map(({ status }) => status)).toEqual([206, 200]);
    // fetch asks for a fresh response by default.
    const conditional = { 'If-None-Match': whole.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' };
    expect((await fetch(pdfUrl, { headers: conditional })).status).toBe(304);
    expect((await fetch(pdfUrl.replace(/.{5}\.pdf$/, 'AAAAA.pdf'))).status).toBe(404);
    expect((await laurel.call(`/verify/${verificationHash}`)).body.valid).toBe(true);
    const { storage: files } = laurel.installation.services;
    const key = { organisationId: randomUUID(), id: randomUUID(), name: 'a.png' };
    await files.put({ key, content });
    await files.remove(key);
    expect(await files.get(key)).toBeNull();
    // Deleting a missing file succeeds, because a job can run twice.
    await files.remove(key);
  },
);

test("a certificate's picture has two smaller widths, each with its own tag", async () => {
  const laurel = await Laurel.start();
  const { imageUrl } = await laurel.issue(await laurel.tenant({ design: 'classic-diploma' }));
  const read = async (query: string) => {
    const response = await fetch(`${imageUrl}${query}`);
    const { format, width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return { tag: response.headers.get('ETag'), shown: `${response.headers.get('Content-Type')} ${format} ${width}` };
  };
  const queries = ['?width=960', '?width=400', '?width=960', '', '?width=961', '?width=400&width=960'];
  const found = await Promise.all(queries.map(read));
  const [large, small] = ['image/webp webp 960', 'image/webp webp 400'];
  const whole = found[3]?.shown;
  expect(whole).toMatch(/^image\/png png \d{4}$/);
  expect(found.map(({ shown }) => shown)).toEqual([large, small, large, whole, whole, whole]);
  expect(new Set(found.map(({ tag }) => tag)).size).toBe(3);
});

test("a template's thumbnail has an address that only its design reveals", async () => {
  const laurel = await Laurel.start();
  const { key, templateId } = await laurel.tenant({ design: 'classic-diploma' });
  const { body } = await laurel.call(`/templates/${templateId}`, { key });
  const thumbnail = await fetch(body.thumbnailUrl);
  const { width, height } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();
  expect([thumbnail.headers.get('Content-Type'), width, height]).toEqual(['image/png', 640, 452]);
  expect((await fetch(body.thumbnailUrl)).status).toBe(200);
  expect((await fetch(body.thumbnailUrl.replace(/.{5}\.png$/, 'aaaaa.png'))).status).toBe(404);
});

test('a thumbnail shows the current name of the organisation at the same address', async () => {
  const laurel = await Laurel.start();
  const { key, templateId, organisationId } = await laurel.tenant({ design: 'classic-diploma' });
  const { thumbnailUrl } = (await laurel.call(`/templates/${templateId}`, { key })).body;
  const read = async (etag?: string) => {
    const headers = etag ? { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } : undefined;
    const response = await fetch(thumbnailUrl, { headers });
    const etagNow = response.headers.get('ETag') ?? '';
    return { status: response.status, etag: etagNow, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const before = await read();
  expect((await read(before.etag)).status).toBe(304);
  const renamed = await laurel.call('/organisation', {
    key,
    method: 'PUT',
    body: { organizationName: 'Ashford University' },
  });
  expect(renamed.status).toBe(200);
  const after = await read(before.etag);
  expect(after.status).toBe(200);
  expect(after.bytes.equals(before.bytes)).toBe(false);
  expect((await read(after.etag)).status).toBe(304);
  // Thumbnails that are no longer shown are deleted.
  const { storage } = laurel.installation.services;
  const stored = (etag: string) => storage.get({ organisationId, id: templateId, name: etag.replaceAll('"', '') });
  expect((await stored(after.etag))?.length).toBe(after.bytes.length);
  expect(await stored(before.etag)).toBeNull();
});
