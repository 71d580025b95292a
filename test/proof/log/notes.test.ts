import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  encodeLeaf,
  ForkError,
  type LoggedStatement,
  makeTlogProof,
  NoteError,
  openNote,
  parseHead,
  parseLeaf,
  parseVerifierKey,
  rootOf,
  signCheckpoint,
  verifierKey,
} from '../../../proof/log/index.ts';
import { signNote } from '../../../proof/log/notes.ts';
import { MemoryLog, numbered } from './memory-log.ts';

const signer = { name: 'certificates.example/log', key: generateKeyPairSync('ed25519').privateKey };
const verifier = parseVerifierKey(verifierKey(signer));

function logOf(size: number, first = 0): MemoryLog {
  const log = new MemoryLog();
  log.append(numbered(size, first));
  return log;
}

test("a checkpoint contains the log's state and opens with its verifier key", async () => {
  const log = logOf(300);
  const note = await signCheckpoint(signer, log.stored, null);
  expect(note).toMatch(/^certificates\.example\/log\n300\n[\w+/]{43}=\n\n— certificates\.example\/log [\w+/=]+\n$/);
  const head = parseHead(openNote(note, [verifier]));
  expect(head).toEqual({ origin: signer.name, size: 300, root: rootOf(log.tree) });
});

test('never signs a smaller head, a second head of a size, or another history', async () => {
  const head = { size: 300, root: rootOf(logOf(300).tree) };
  const sign = (log: MemoryLog) => signCheckpoint(signer, log.stored, head);
  await expect(sign(logOf(299))).rejects.toThrow('The log has 299 entries, and a head of 300 entries has been signed');
  await expect(sign(logOf(300, 1))).rejects.toThrow(ForkError);
  // A restored database that continued with other entries: larger than the head, but not its continuation.
  const fork = logOf(299);
  fork.append(numbered(50, 1000));
  await expect(sign(fork)).rejects.toThrow("The log's first 300 entries are not those whose head has been signed");
  expect(await sign(logOf(300))).toBe(await sign(logOf(300)));
  const grown = logOf(300);
  grown.append(numbered(1, 300));
  expect(parseHead(openNote(await sign(grown), [verifier])).size).toBe(301);
});

test('an empty log has a head', async () => {
  const text = openNote(await signCheckpoint(signer, new MemoryLog().stored, null), [verifier]);
  expect(text).toBe(`${signer.name}\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n`);
});

test('a change of any character of a note is detected', async () => {
  const note = await signCheckpoint(signer, logOf(3).stored, null);
  for (let at = 0; at < note.length; at++) {
    const changed = `${note.slice(0, at)}${note[at] === 'A' ? 'B' : 'A'}${note.slice(at + 1)}`;
    expect(() => openNote(changed, [verifier])).toThrow(NoteError);
    expect(() => openNote(note.slice(0, at), [verifier])).toThrow(NoteError);
  }
});

test('a signature has only one encoding', async () => {
  const note = await signCheckpoint(signer, logOf(3).stored, null);
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  // Two bits of its last digit are unused.
  const other = note.replace(/(.)=\n$/, (_, last) => `${digits[digits.indexOf(last) + 1]}=\n`);
  expect(other).not.toBe(note);
  expect(() => openNote(other, [verifier])).toThrow('a line that is not a signature');
});

test('unknown signatures are ignored, but a wrong one of a known key is refused', () => {
  const other = { name: 'witness.example', key: generateKeyPairSync('ed25519').privateKey };
  const note = signNote('one\n\ntwo\n', signer);
  const [, witnessed = ''] = signNote('one\n\ntwo\n', other).split('two\n\n');
  expect(openNote(note + witnessed, [verifier])).toBe('one\n\ntwo\n');
  expect(() => openNote(note, [parseVerifierKey(verifierKey(other))])).toThrow('no signature by a known key');
  const [, forged = ''] = signNote('three\n', other).split('three\n\n');
  const both = [verifier, parseVerifierKey(verifierKey(other))];
  expect(() => openNote(note + forged, both)).toThrow(/^The signature of witness\.example\+[0-9a-f]{8} is wrong$/);
});

test('refuses malformed notes, texts and keys', () => {
  for (const note of [
    '',
    'text\n',
    'text\n\n',
    '\n\n— a b\n',
    'text\n\nno signature\n',
    `text\n\n— ${signer.name} AAAA\n`,
  ])
    expect(() => openNote(note, [verifier])).toThrow(NoteError);
  for (const text of ['no newline', 'tab\t\n', 'lone \ud800\n'])
    expect(() => signNote(text, signer)).toThrow(NoteError);
  expect(() => signNote('text\n', { ...signer, name: 'has spaces' })).toThrow(NoteError);
  expect(() => signNote('text\n', { ...signer, name: 'a+b' })).toThrow(NoteError);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  expect(() => verifierKey({ name: 'a', key: privateKey })).toThrow('A key of notes must be Ed25519');
  const [name, id, key] = verifierKey(signer).split(/\+(.{8})\+/) as [string, string, string];
  for (const text of ['', name, `${name}+${id}`, `${name}+00000000+${key}`, `${name}+${id}+${key.slice(4)}`])
    expect(() => parseVerifierKey(text)).toThrow(NoteError);
});

test('refuses a note with a valid signature beside anything else', () => {
  const note = signNote('text\n', signer);
  const line = note.slice('text\n\n'.length);
  const empty = `— ${signer.name} ${Buffer.from('1234').toString('base64')}\n`;
  for (const more of [`x${line}`, line.replace(/\n$/, ' x\n'), 'witness\n', '\n', empty]) {
    expect(() => openNote(note + more, [verifier])).toThrow(NoteError);
    expect(() => openNote(`text\n\n${more}${line}`, [verifier])).toThrow(NoteError);
  }
  expect(() => openNote(note.trimEnd(), [verifier])).toThrow('Not a signed note');
  expect(() => openNote(note.replace('\n\n', '\n'), [verifier])).toThrow('Not a signed note');
  expect(openNote(signNote('\n', signer), [verifier])).toBe('\n');
});

test('reads notes of up to 1,000,000 characters and 100 signatures', () => {
  const signature = signNote('\n', signer).length - 1;
  const longest = `${'a'.repeat(1_000_000 - signature - 1)}\n`;
  expect(openNote(signNote(longest, signer), [verifier])).toBe(longest);
  expect(() => openNote(signNote(`a${longest}`, signer), [verifier])).toThrow('Not a signed note');
  const note = signNote('text\n', signer);
  const line = note.slice('text\n\n'.length);
  expect(openNote(note + line.repeat(99), [verifier])).toBe('text\n');
  expect(() => openNote(note + line.repeat(100), [verifier])).toThrow('more than 100 signatures');
});

test('refuses a verifier key with anything before or after it, or of another type', () => {
  const text = verifierKey(signer);
  const [name = '', id = '', key = ''] = text.split(/\+(.{8})\+/);
  const other = Buffer.from(key, 'base64').with(0, 2);
  const otherType = `${name}+${id}+${Buffer.from(other).toString('base64')}`;
  for (const wrong of [`x+${text}`, `${text}\n`, `${text} `, ` ${text}`, otherType, text.replace(name, 'a b')])
    expect(() => parseVerifierKey(wrong)).toThrow('A verifier key must be NAME+ID+KEY, of Ed25519');
  expect(() => parseVerifierKey(text.replace(id, '00000000'))).toThrow(`The verifier key of ${name} has another id`);
});

test('reads the example of the specification', () => {
  const key = createPublicKey(
    createPrivateKey({
      key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
      format: 'der',
      type: 'pkcs8',
    }),
  );
  expect(verifierKey({ name: 'example.com/x', key })).toMatch(/^example\.com\/x\+[0-9a-f]{8}\+A[\w+/]{42}=*/);
  const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
  expect(parseHead(`${text}an extension\n`)).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
  for (const wrong of [
    text.replace('2085', '02085'),
    text.replace('Cs', ''),
    text.replace('\n', '\n\n'),
    text.trim(),
    `\n${text}`,
    `${text}x`,
  ])
    expect(() => parseHead(wrong)).toThrow('Not a checkpoint');
});

test('a proof belongs to the checkpoint in it', async () => {
  const log = logOf(5);
  const checkpoint = await signCheckpoint(signer, log.stored, null);
  const proof = await makeTlogProof(log.stored, { index: 4, checkpoint, extra: Buffer.from('salt') });
  expect(proof).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra c2FsdA==\nindex 4\n[\w+/]{43}=\n\ncertificates\.example/);
  expect(proof.endsWith(`\n\n${checkpoint}`)).toBe(true);
  const grown = logOf(6).stored;
  await expect(makeTlogProof(grown, { index: 4, checkpoint })).rejects.toThrow('is of 5 entries, the log of 6');
});

const issued: LoggedStatement = {
  kind: 'issue',
  verificationHash: 'ab'.repeat(32),
  statement: Buffer.from('{"sealed":true}'),
  salt: Buffer.alloc(32, 1),
  time: new Date('2026-11-21T20:00:00.000Z'),
};

test('a leaf is canonical JSON of salted digests', () => {
  const leaf = encodeLeaf(issued).toString();
  expect(leaf).toMatch(
    /^\{"certificate":"[0-9a-f]{64}","kind":"issue","statement":"[0-9a-f]{64}","time":"2026-11-21T20:00:00\.000Z","version":1\}$/,
  );
  expect(leaf).not.toContain(issued.verificationHash);
  const { certificate, statement } = JSON.parse(leaf);
  // HMAC-SHA-256, computed by Python's hmac.
  expect(certificate).toBe('90b4b965e9577e2e64162beba5b4ca656221633b84d81b463934b6e6a77c8377');
  expect(statement).toBe('cd455c468347c5c49fd8bafb261c204e9e367648af4fb1f26260efebaae24fbd');
  const revoked = JSON.parse(encodeLeaf({ ...issued, kind: 'revoke', statement: Buffer.from('{}') }).toString());
  expect(revoked.certificate).toBe(certificate);
  expect(revoked.statement).not.toBe(statement);
  const salted = JSON.parse(encodeLeaf({ ...issued, salt: Buffer.alloc(32, 2) }).toString());
  expect(salted.certificate).not.toBe(certificate);
  expect(salted.statement).not.toBe(statement);
});

const KINDS = ['issue', 'revoke', 'reinstate', 'expiry', 'reissue', 'correct', 'restore'] as const;

test('reads its own leaves of each kind, and nothing else', () => {
  const { certificate, statement } = JSON.parse(encodeLeaf(issued).toString());
  for (const kind of KINDS)
    expect(parseLeaf(encodeLeaf({ ...issued, kind }))).toEqual({ certificate, kind, statement, time: issued.time });
  const leaf = encodeLeaf(issued).toString();
  for (const other of [
    ...['', ` ${leaf}`, `${leaf} `, `${leaf}${leaf}`, leaf.replace('"version":1', '"version":2')],
    ...[
      leaf.replace('issue', 'issued'),
      leaf.replace('issue', 'renew'),
      leaf.replace(certificate, certificate.slice(1)),
    ],
    ...[leaf.replace(statement, statement.toUpperCase()), leaf.replace(statement, `${statement}0`)],
    ...[leaf.replace('.000Z', 'Z'), leaf.replace('2026-11-21', '2026-02-30'), leaf.replace('2026-11-21T', 'T')],
  ])
    expect(parseLeaf(Buffer.from(other))).toBeNull();
});

test('refuses a leaf without a complete salt or hash', () => {
  expect(() => encodeLeaf({ ...issued, salt: Buffer.alloc(16) })).toThrow(RangeError);
  for (const verificationHash of ['AB'.repeat(32), 'ab'.repeat(33), `x${'ab'.repeat(32)}`])
    expect(() => encodeLeaf({ ...issued, verificationHash })).toThrow('A verification hash has 64 lower-case digits');
});
