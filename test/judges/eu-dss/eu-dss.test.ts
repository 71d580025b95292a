import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, describeJudgedBy } from '../../proof/judges.ts';
import { withRevision } from '../../proof/pdf-signature/sample-pdf.ts';
import { startAuthority, type TimeStampAuthority } from '../../proof/pdf-signature/time-stamp-authority.ts';
import { designOf, readSample, textAt } from '../../support/certificates.ts';
import { officePdf } from '../../support/letterheads.ts';
import { createSigner } from '../../support/signed-certificates.ts';

/** Folder of the jars of pom.xml, which `.ci/run` fetches. */
const JARS = resolve('test/judges/eu-dss/target/dependency');

const folder = mkdtempSync(join(tmpdir(), 'laurel-eu-dss-'));
afterAll(() => rmSync(folder, { recursive: true }));
function file(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Verdict {
  verdict: string;
  level: string;
  scope: string;
  timeStamps: string[];
  complaints: string[];
}

const LONG = 'https://certificates.example.org/a/long/address/of/a/page/that/needs/several/lines';
/** Links over several lines, in a rotated text and over a QR code. */
const LINKS = designOf([
  textAt(20, '', { text: [{ text: LONG, link: LONG }], width: 150 }),
  textAt(120, '', { text: [{ text: LONG, link: LONG }], width: 150, rotation: 30 }),
  { type: 'qr', x: 320, y: 20, width: 80, height: 80, value: '{{verificationUrl}}' },
]);

/** Moves the second link onto the first one. */
function withOverlap(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const [first = '', second = ''] = [...text.matchAll(/(?<=\/Subtype \/Link \/Rect \[)[^\]]+/g)].map(([box]) => box);
  expect(first.length).toBeLessThanOrEqual(second.length);
  return Buffer.from(text.replace(second, first.padEnd(second.length)), 'latin1');
}

describeJudgedBy(['java', 'openssl', JARS], 'a signature, by EU DSS', () => {
  const signer = createSigner();
  let authority: TimeStampAuthority;
  let verdicts: Map<string, Verdict[]>;

  // One process judges all files, because its start takes 2 s.
  beforeAll(async () => {
    authority = await startAuthority(folder, { kind: 'p256', essDigest: 'sha256' });
    const diploma = await readSample('samples/classic-diploma.json');
    const signed = await signer.sign(diploma);
    const changed = Buffer.from(signed);
    const at = changed.indexOf('stream\n') + 20;
    changed[at] = (changed[at] ?? 0) ^ 1;
    const background = { pdf: `data:application/pdf;base64,${(await officePdf()).toString('base64')}` };
    const files = {
      diploma: signed,
      stamped: await signer.sign(diploma, { stamp: authority.stamp }),
      links: await signer.sign(LINKS),
      letterhead: await signer.sign({ ...designOf([]), page: undefined, background }),
      unknownSigner: await createSigner().sign(diploma),
      otherStamp: await signer.sign(diploma, { stamp: () => authority.stamp(Buffer.alloc(32)) }),
      overlap: await signer.sign(LINKS, { change: withOverlap }),
      changed,
      painted: withRevision(signed),
      annotated: withRevision(signed, 'annotation'),
    };
    const paths = Object.entries(files).map(([name, content]) => file(`${name}.pdf`, content));
    const anchors = `${file('trusted.pem', signer.certificatePem)},${authority.own.certificateFile}`;
    const { said } = ask('java', ['-cp', `${JARS}/*`, 'test/judges/eu-dss/EuDss.java', anchors, ...paths]);
    const judged: { path: string; signatures: Verdict[] }[] = JSON.parse(said);
    verdicts = new Map(judged.map(({ path, signatures }) => [path, signatures]));
  }, 60_000);
  afterAll(() => authority.close());

  const verdictsOf = (name: string) => verdicts.get(join(folder, `${name}.pdf`));

  test.each(['diploma', 'links', 'letterhead'])('is valid and covers the whole file without a warning: %s', (name) => {
    expect(verdictsOf(name)).toEqual([
      { verdict: 'TOTAL_PASSED', level: 'PAdES-BASELINE-B', scope: 'FULL', timeStamps: [], complaints: [] },
    ]);
  });

  test('reaches level B-T with a valid time stamp', () => {
    expect(verdictsOf('stamped')).toEqual([
      { verdict: 'TOTAL_PASSED', level: 'PAdES-BASELINE-T', scope: 'FULL', timeStamps: ['PASSED'], complaints: [] },
    ]);
  });

  test.each([
    ['unknownSigner', { verdict: 'INDETERMINATE' }],
    ['otherStamp', { timeStamps: ['FAILED'] }],
    ['changed', { verdict: 'TOTAL_FAILED', complaints: ['The reference data object is not intact!'] }],
    ['overlap', { complaints: [expect.stringContaining('overlap')] }],
  ])('is refused, or accepted with a warning: %s', (name, verdict) => {
    expect(verdictsOf(name)).toMatchObject([verdict]);
  });

  // EU DSS calls the signature of the first revision valid, and warns of what its certification forbids.
  test.each(['painted', 'annotated'])('forbids a second revision: %s', (name) => {
    const complaint = 'Document contains changes restricted by /DocMDP dictionary!';
    expect(verdictsOf(name)).toMatchObject([{ scope: 'PARTIAL', complaints: expect.arrayContaining([complaint]) }]);
  });
});
