import { sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { didDocument } from '../../proof/credential/index.ts';
import { signCheckpoint } from '../../proof/log/index.ts';
import type { JsonObject } from '../../verifier/json.ts';
import { type Chain, chainAfter, NO_STATEMENT } from '../../verifier/log/chain.ts';
import { MemoryLog } from '../proof/log/memory-log.ts';
import { checksOf, laurelVerify, save } from './command.ts';
import { Installation, type Issued, makeKey } from './installation.ts';

let installation: Installation;
let issued: Issued;
let other: Issued;
let [pdf, trust] = ['', ''];
beforeAll(async () => {
  installation = await Installation.start();
  await installation.grow(2);
  [issued, other] = [await installation.issue(), await installation.issue()];
  pdf = save('logged.pdf', issued.pdf);
  trust = save('log-laurel.json', installation.trust());
});
beforeEach(() => installation.answers.clear());
afterAll(() => installation.stop());

/** Makes the log answer with changed entries. */
async function answerWith(change: (entries: { leaf: string; proof: string }[]) => unknown, hash = issued.hash) {
  installation.answers.set(`/log/entries/${issued.hash}`, JSON.stringify(change(await installation.entriesOf(hash))));
}

async function verify(...args: string[]): Promise<[status: number, checks: Record<string, string>]> {
  const said = await laurelVerify(pdf, '--trust', trust, '--json', ...args);
  expect(said.stderr).toBe('');
  return [said.status, checksOf(said)];
}

const edited = (edit: (proof: string) => string) =>
  answerWith(([entry]) => [{ leaf: entry?.leaf, proof: edit(entry?.proof ?? '') }]);

/** Returns the proof with changed members of `extra`. */
const withExtra = (change: (said: Record<string, string>) => object) =>
  edited((proof) =>
    proof.replace(/^extra (\S+)$/m, (_line, extra) => {
      const said = JSON.parse(Buffer.from(extra, 'base64').toString());
      return `extra ${Buffer.from(JSON.stringify({ ...said, ...change(said) })).toString('base64')}`;
    }),
  );

test.each<[string, () => Promise<unknown>, string, string]>([
  ['a proof for another leaf', async () => answerWith((entries) => entries, other.hash), 'log', 'failed: leafWrong'],
  [
    'an index of another leaf',
    () => edited((proof) => proof.replace(/^index \d+$/m, 'index 1')),
    'log',
    'failed: inclusionWrong',
  ],
  [
    'a proof with a missing hash',
    () => edited((proof) => proof.replace(/(index \d+\n)\S+\n/, '$1')),
    'log',
    'failed: inclusionWrong',
  ],
  [
    'a head with a forged signature',
    () => edited((proof) => proof.replace(/(\S)(\S{10}\n)$/, (_all, a, b) => (a === 'A' ? 'B' : 'A') + b)),
    'log',
    'failed: checkpointWrong',
  ],
  [
    'a head signed with another key',
    async () => {
      const key = makeKey('log-1').privateKey;
      const checkpoint = await signCheckpoint({ name: installation.origin, key }, installation.log.stored, null);
      await edited((proof) => proof.slice(0, proof.indexOf('\n\n') + 2) + checkpoint);
    },
    'log',
    'failed: checkpointWrong',
  ],
  [
    'a head of a different size',
    () => edited((proof) => proof.replace(/\n\n(\S+)\n\d+\n/, '\n\n$1\n9\n')),
    'log',
    'failed: checkpointWrong',
  ],
  [
    'a statement signed with another key',
    () =>
      withExtra(({ statement = '' }) => ({
        signature: sign(null, Buffer.from(statement), makeKey('x').privateKey).toString('base64'),
      })),
    'file',
    'failed: statementWrong',
  ],
  [
    'a statement signed with an untrusted key',
    () => withExtra(() => ({ keyId: 'unknown' })),
    'file',
    'failed: statementWrong',
  ],
  [
    'a changed statement',
    () => withExtra(({ statement = '' }) => ({ statement: statement.replace('"kind"', ' "kind"') })),
    'log',
    'failed: leafWrong',
  ],
  ['another salt', () => withExtra(() => ({ salt: Buffer.alloc(32).toString('base64') })), 'log', 'failed: leafWrong'],
  ['an erased salt', () => withExtra(() => ({ salt: '' })), 'log', 'not checkable: saltErased'],
  ['no entries yet', () => answerWith(() => []), 'log', 'not checkable: notLoggedYet'],
  [
    'no JSON',
    async () => installation.answers.set(`/log/entries/${issued.hash}`, '<html>'),
    'log',
    'failed: entriesMalformed',
  ],
  [
    'no such certificate',
    async () => installation.answers.set(`/log/entries/${issued.hash}`, 404),
    'log',
    'failed: notOnRecord',
  ],
])('refuses a log with %s', async (_what, answer, check, wanted) => {
  await answer();
  const [status, checks] = await verify();
  expect(checks[check]).toBe(wanted);
  expect(status).toBe(wanted.startsWith('not checkable') ? 2 : 1);
});

test('the log continues every saved head, at each size', async () => {
  const kept: string[] = [];
  const grown = await Installation.start();
  try {
    const certificate = await grown.issue();
    for (const size of [2, 3, 4, 7, 8, 255, 256, 257, 511, 513, 600]) {
      await grown.grow(size - grown.log.tree.size);
      kept.push(grown.checkpoint);
    }
    const [file, its] = [save('grown.pdf', certificate.pdf), save('grown-laurel.json', grown.trust())];
    for (const [at, head] of kept.entries()) {
      const said = await laurelVerify(file, '--trust', its, '--head', save('kept', head), '--json');
      expect([at, checksOf(said).head, said.status]).toEqual([at, 'verified: consistent', 0]);
    }
    // Full tiles are requested if the log no longer has partial ones.
    for (const path of grown.log.files.keys()) if (/\/0\/.*\.p\//.test(path)) grown.answers.set(`/log/${path}`, 404);
    const said = await laurelVerify(file, '--trust', its, '--head', save('kept', kept[5] ?? ''), '--json');
    expect(checksOf(said).head).toBe('not checkable: unreachable');
  } finally {
    await grown.stop();
  }
});

test('a log that was rewritten or rolled back contradicts the saved head', async () => {
  const rewritten = new MemoryLog();
  rewritten.append([Buffer.from('a'), Buffer.from('b'), Buffer.from('c')]);
  const smaller = await signCheckpoint(installation.noteSigner, rewritten.stored, null);
  expect((await verify('--head', save('rewritten', smaller)))[1].head).toBe('failed: forked');
  rewritten.append(Array.from({ length: 300 }, (_, index) => Buffer.from(`${index}`)));
  const larger = await signCheckpoint(installation.noteSigner, rewritten.stored, null);
  const [status, checks] = await verify('--head', save('rolled-back', larger));
  expect([status, checks.head]).toEqual([1, 'failed: forked']);
});

test.each([
  [
    'with a forged signature',
    (head: string) => head.replace(/(\S)(\S{10}\n)$/, (_all, a, b) => (a === 'A' ? 'B' : 'A') + b),
  ],
  ["of another log's key", () => ''],
  ['that is not a note', () => 'x'],
])('a saved head %s is refused', async (_what, forge) => {
  expect((await verify('--head', save('forged-head', forge(installation.checkpoint))))[1].head).toBe(
    'failed: headWrong',
  );
});

test('signatures of a compromised key count only if the log proves that they are older', async () => {
  const key = installation.signing;
  const judge = async (from: Date, what: 'signing' | 'pdf', ...args: string[]) => {
    if (what === 'signing') key.distrustedFrom = from.toISOString();
    else installation.pdfDistrustedFrom = from.toISOString();
    const distrusting = save('distrusting.json', installation.trust());
    [key.distrustedFrom, installation.pdfDistrustedFrom] = [null, null];
    // The list is signed with a current key.
    return checksOf(await laurelVerify(pdf, '--trust', distrusting, '--json', ...args));
  };
  const [before, after] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
  expect((await judge(after, 'pdf')).pdfSignature).toBe('verified: pdfSigned');
  expect((await judge(before, 'pdf')).pdfSignature).toBe('failed: keyDistrusted');
  expect((await judge(after, 'pdf', '--offline')).pdfSignature).toBe('not checkable: dependsOnLog');
  expect((await judge(after, 'signing')).credential).toBe('verified: credentialSigned');
  expect((await judge(before, 'signing')).file).toBe('failed: keyDistrusted');
  expect((await judge(before, 'signing')).credential).not.toMatch(/^verified/);
  expect((await judge(after, 'signing', '--offline')).credential).toBe('not checkable: dependsOnLog');
});

test('a compromise that only the DID document states counts, too, and so does its earlier time', async () => {
  const { signing: key, did, organisation } = installation;
  const judge = async (published: Date, trusted: Date | null) => {
    const document = didDocument(did, [{ id: key.id, publicKey: key.publicKey, revokedAt: published }]);
    installation.answers.set(`/issuers/${organisation}/did.json`, JSON.stringify(document));
    key.distrustedFrom = trusted?.toISOString() ?? null;
    const trusting = save('trusting.json', installation.trust());
    key.distrustedFrom = null;
    return checksOf(await laurelVerify(pdf, '--trust', trusting, '--json')).credential;
  };
  const [before, after] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
  expect(await judge(after, null)).toBe('verified: credentialSigned');
  expect(await judge(before, null)).toBe('failed: keyDistrusted');
  expect(await judge(before, after)).toBe('failed: keyDistrusted');
});

test('revocations must follow the issue in order and without gaps', async () => {
  const revoked = await installation.issue();
  await installation.revoke(revoked);
  await installation.reinstate(revoked);
  const file = save('thrice.pdf', revoked.pdf);
  const entries = await installation.entriesOf(revoked.hash);
  const judge = async (order: number[]) => {
    installation.answers.set(`/log/entries/${revoked.hash}`, JSON.stringify(order.map((at) => entries[at])));
    const said = await laurelVerify(file, '--trust', trust, '--json');
    return [said.status, checksOf(said).file];
  };
  expect(await judge([0, 1, 2])).toEqual([0, 'verified: sealed']);
  expect(await judge([2, 1, 0])).toEqual([0, 'verified: sealed']);
  for (const order of [
    [0, 2],
    [0, 0],
    [0, 1, 1],
  ])
    expect([order, ...(await judge(order))]).toEqual([order, 1, 'failed: statementWrong']);
  expect(await judge([1, 2])).toEqual([2, 'not checkable: notLoggedYet']);
});

test('a certificate revoked before it was rendered is revoked, and can be reinstated', async () => {
  const early = await installation.issue({ revokedBefore: true });
  const file = save('early.pdf', early.pdf);
  const judge = async () => checksOf(await laurelVerify(file, '--trust', trust, '--json'));
  expect(await judge()).toMatchObject({ status: 'failed: revoked', file: 'verified: sealed', log: 'verified: logged' });
  await installation.reinstate(early);
  expect(await judge()).toMatchObject({ status: 'verified: notRevoked', file: 'verified: sealed' });
});

const [FORMER, NEXT] = ['a'.repeat(64), 'b'.repeat(64)];
/** Returns the state of a certificate after its issue with an end of the validity, null for never, and other statements. */
const chainOf = (expiresAt: string | null, ...others: JsonObject[]) => {
  const files = { pdfSha256: FORMER, imageSha256: FORMER, credentialSha256: FORMER, issuer: 'did:web:x.example' };
  const issue = { kind: 'issue', ...files, ...(expiresAt !== null && { expiresAt }) };
  return [issue, ...others].reduce<Chain>(
    (chain, statement) =>
      chainAfter(chain, { verificationHash: FORMER, sealedAt: '2026-01-01T00:00:00.000Z', ...statement }, new Date()),
    NO_STATEMENT,
  );
};

test('an expiry closes the files that stated a later one or none', () => {
  const [sooner, later] = ['2030-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z'];
  const isClosed = (stated: string | null, expiresAt: string | null) =>
    chainOf(stated, { kind: 'expiry', expiresAt }).editions.map((edition) => edition.isClosed);
  expect([isClosed(later, sooner), isClosed(null, sooner)]).toEqual([[true], [true]]);
  for (const expiresAt of [sooner, later, null]) expect(isClosed(sooner, expiresAt)).toEqual([false]);
});

test('a correction that was undone leaves the former revision its end of the validity', () => {
  const end = '2030-01-01T00:00:00.000Z';
  const correct = { kind: 'correct', replacedBy: NEXT, expiresAt: null };
  expect(chainOf(end, correct)).toMatchObject({ hash: NEXT, expiresAt: null });
  const restored = chainOf(end, correct, { kind: 'restore', verificationHash: NEXT, restored: FORMER });
  expect(restored).toMatchObject({ hash: FORMER, expiresAt: new Date(end) });
  expect([...restored.replaced.keys()]).toEqual([NEXT]);
});
