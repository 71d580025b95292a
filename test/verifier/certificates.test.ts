import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../verifier/command/program.ts';
import { checksOf, laurelVerify, save } from './command.ts';
import { Installation, type Issued, makeKey } from './installation.ts';

let installation: Installation;
let issued: Issued;
let [pdf, png, trust, head] = ['', '', '', ''];
beforeAll(async () => {
  installation = await Installation.start();
  await installation.grow(3);
  issued = await installation.issue();
  head = save('head', installation.checkpoint);
  await installation.grow(300);
  [pdf, png] = [save('genuine.pdf', issued.pdf), save('genuine.png', issued.png)];
  trust = save('laurel.json', installation.trust());
});
afterAll(() => installation.stop());

test('a genuine PDF and PNG pass every check, with exit code 0', async () => {
  const said = await laurelVerify(pdf, '--trust', trust, '--head', head, '--json');
  expect([checksOf(said), said.status, said.stderr]).toEqual([
    {
      pdfSignature: 'verified: pdfSigned',
      credential: 'verified: credentialSigned',
      status: 'verified: notRevoked',
      file: 'verified: sealed',
      log: 'verified: logged',
      head: 'verified: consistent',
    },
    0,
    '',
  ]);
  const picture = await laurelVerify(png, '--trust', trust, '--json');
  expect(Object.keys(checksOf(picture))).toEqual(['credential', 'status', 'file', 'log']);
  expect(picture.status).toBe(0);
});

test('the text explains each check', async () => {
  const { stdout } = await laurelVerify(pdf, '--trust', trust);
  expect(stdout).toContain('genuine.pdf: This certificate is genuine.');
  expect(stdout).toContain('It says: Diploma of Computing, issued by Universität Beispiel on ');
  expect(stdout).toMatch(
    /verified +PDF signature +Not one byte of the PDF has changed since it was signed by: Laurel at/,
  );
});

test('off-line the signature and the credential are verified, and the rest is not checkable: exit code 2', async () => {
  const asked = installation.asked.length;
  const said = await laurelVerify(pdf, '--trust', trust, '--offline', '--json');
  expect(checksOf(said)).toEqual({
    pdfSignature: 'verified: pdfSigned',
    credential: 'verified: credentialSigned',
    status: 'not checkable: offline',
    file: 'not checkable: offline',
    log: 'not checkable: offline',
  });
  expect([said.status, installation.asked.length]).toEqual([2, asked]);
});

test('without a trust nothing is verified, whatever the installation claims', async () => {
  const said = await laurelVerify(pdf, '--json');
  expect(new Set(Object.values(checksOf(said)))).toEqual(new Set(['not checkable: notTrusted']));
  expect(said.status).toBe(2);
  const offline = await laurelVerify(pdf, '--offline', '--json');
  expect([offline.status, checksOf(offline).pdfSignature]).toEqual([2, 'not checkable: noTrust']);
});

test('a folder is verified file by file, and fails without any certificate', async () => {
  const [full, empty] = [join(dirname(pdf), 'full'), join(dirname(pdf), 'empty')];
  for (const path of [full, empty]) mkdirSync(path, { recursive: true });
  copyFileSync(pdf, join(full, 'b.PDF'));
  copyFileSync(png, join(full, 'a.png'));
  save('full/notes.txt', 'not a certificate');
  const said = await laurelVerify(full, '--trust', trust, '--json');
  const { files, outcome } = JSON.parse(said.stdout);
  expect([said.status, outcome, files.map(({ file }: { file: string }) => file.slice(-5))]).toEqual([
    0,
    'verified',
    ['a.png', 'b.PDF'],
  ]);
  expect((await laurelVerify(empty, '--trust', trust)).status).toBe(1);
});

test('a file of a folder that cannot be read does not keep the others from being verified', async () => {
  const folder = join(dirname(pdf), 'partial');
  mkdirSync(folder);
  for (const name of ['a.png', 'c.png']) copyFileSync(png, join(folder, name));
  copyFileSync(pdf, join(folder, 'b.pdf'));
  const said: string[] = [];
  const write = (text: string) => {
    said.push(text);
    rmSync(join(folder, 'b.pdf'), { force: true });
  };
  expect(await runCommand([folder, '--trust', trust], { write, fail: write })).toBe(1);
  expect(said).toEqual([
    expect.stringContaining('a.png: This certificate is genuine.'),
    expect.stringMatching(/b\.pdf: [\s\S]*no such file/),
    expect.stringContaining('c.png: This certificate is genuine.'),
  ]);
});

test("addresses of files and of verification pages are verified, the latter without the file's checks", async () => {
  installation.answers.set('/files/x.pdf', issued.pdf);
  expect((await laurelVerify(`${installation.url}/files/x.pdf`, '--trust', trust)).status).toBe(0);
  const addressOf = (hash: string) => `${installation.url}/verify/${hash}`;
  for (const hash of [issued.hash, issued.hash.toUpperCase()]) {
    const page = await laurelVerify(addressOf(hash), '--trust', trust, '--json');
    expect([page.status, checksOf(page)]).toEqual([
      2,
      { status: 'not checkable: noFile', file: 'not checkable: noFile', log: 'verified: logged' },
    ]);
  }
  // A file that cannot be checked decides the exit code, also beside genuine ones.
  const both = await laurelVerify(pdf, addressOf(issued.hash), '--trust', trust, '--json');
  expect([both.status, JSON.parse(both.stdout).outcome]).toEqual([2, 'not checkable']);
  const elsewhere = await laurelVerify('http://localhost:1/files/x.pdf', '--trust', trust);
  expect([elsewhere.status, elsewhere.stdout]).toEqual([
    1,
    expect.stringContaining('not an address that the trust names'),
  ]);
});

test('a revoked certificate fails by the list, by the log, and if only one of them shows it', async () => {
  const revoked = await installation.issue();
  const file = save('revoked.pdf', revoked.pdf);
  const ask = async () => {
    const said = await laurelVerify(file, '--trust', trust, '--json');
    return [said.status, checksOf(said).status];
  };
  await installation.revoke(revoked);
  expect(await ask()).toEqual([1, 'failed: revoked']);
  installation.revoked.delete(revoked.index);
  expect(await ask()).toEqual([1, 'failed: statusDisagrees']);
  installation.answers.set(new URL(installation.listUrl).pathname, 500);
  expect(await ask()).toEqual([1, 'failed: revoked']);
  installation.answers.clear();
  await installation.reinstate(revoked);
  expect(await ask()).toEqual([0, 'verified: notRevoked']);
  installation.revoked.add(revoked.index);
  expect(await ask()).toEqual([1, 'failed: revoked']);
  installation.revoked.delete(revoked.index);
});

test.each([
  ['signed with another key', () => installation.list({ ...makeKey('signing-1') })],
  ['of another issuer', () => installation.list(installation.signing, { issuer: `${installation.did}2` })],
  ['that has expired', () => installation.list(installation.signing, { validUntil: new Date(Date.now() - 1000) })],
  [
    'from more than 5 minutes ahead',
    () => installation.list(installation.signing, { validFrom: new Date(Date.now() + 6 * 60_000) }),
  ],
  [
    'that is damaged',
    async () => (await installation.list()).replace(/"encodedList":"u...../, '"encodedList":"uAAAAA'),
  ],
  ['that is not JSON', async () => '<html>'],
])('a status list %s is refused', async (_what, list) => {
  installation.answers.set(new URL(installation.listUrl).pathname, await list());
  const said = await laurelVerify(pdf, '--trust', trust, '--json');
  installation.answers.clear();
  expect([said.status, checksOf(said).status]).toEqual([1, 'failed: statusWrong']);
});

test("a status list is accepted if the issuer's clock is up to 5 minutes ahead", async () => {
  const validFrom = new Date(Date.now() + 4 * 60_000);
  installation.answers.set(
    new URL(installation.listUrl).pathname,
    await installation.list(installation.signing, { validFrom }),
  );
  const said = await laurelVerify(pdf, '--trust', trust, '--json');
  installation.answers.clear();
  expect([said.status, checksOf(said).status]).toEqual([0, 'verified: notRevoked']);
});

test('unavailable data is not checkable: an error, a redirect, an endless body', async () => {
  const path = new URL(installation.listUrl).pathname;
  for (const answer of [500, 302, Buffer.alloc(5 << 20, 'a')]) {
    installation.answers.set(path, answer);
    const said = await laurelVerify(pdf, '--trust', trust, '--json');
    expect([said.status, checksOf(said).status]).toEqual([2, 'not checkable: unreachable']);
  }
  installation.answers.clear();
});

test.each([
  [['--trsut', 'x', 'a.pdf'], 'trsut'],
  [[], 'Name at least one file'],
  [['a.pdf', '--trust', '/nowhere/laurel.json'], 'no such file'],
])('an error in the arguments is reported in one line: %j', async (args, complaint) => {
  const { status, stderr } = await laurelVerify(...args);
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(complaint);
});

test.each([
  ['not JSON', () => '<html>'],
  ['without a log', () => ({ ...installation.trust(), log: undefined })],
  ['with a malformed certificate', () => ({ ...installation.trust(), pdfCertificates: ['x'] })],
  [
    "with the key of another log's origin",
    () => ({ ...installation.trust(), log: { ...installation.trust().log, origin: 'x.example/log' } }),
  ],
])('a laurel.json %s is refused in one line', async (_what, content) => {
  const { status, stderr } = await laurelVerify(pdf, '--trust', save('bad.json', content()));
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^laurel-verify: laurel\.json .*\n$/)]);
});

test('after a key rotation an older trust covers older certificates, but not the list or new signatures', async () => {
  const [former, next] = [installation.signing, makeKey('signing-2')];
  installation.keys.push(next);
  installation.signing = next;
  const ask = async (file: string, ...options: string[]) => {
    const said = await laurelVerify(file, '--trust', trust, '--json', ...options);
    const { credential, status, file: sealed } = checksOf(said);
    return [said.status, credential, status, sealed];
  };
  const newer = save('newer.pdf', (await installation.issue()).pdf);
  expect(await ask(pdf)).toEqual([
    2,
    'verified: credentialSigned',
    'not checkable: listKeyUnknown',
    'verified: sealed',
  ]);
  expect((await ask(newer)).slice(0, 2)).toEqual([1, 'failed: credentialKeyUnknown']);
  expect((await ask(newer, '--offline')).slice(0, 2)).toEqual([1, 'failed: credentialKeyUnknown']);
  const renewed = save('renewed.json', installation.trust());
  expect((await laurelVerify(newer, '--trust', renewed)).status).toBe(0);
  installation.revoked.add(issued.index);
  expect((await ask(pdf))[2]).toBe('failed: revoked');
  installation.revoked.delete(issued.index);
  installation.signing = former;
  installation.keys.pop();
});

test('a certificate that states an earlier time than its seal and the log allow fails', async () => {
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000);
  const [late, early] = [
    await installation.issue({ issuedAt: days(20) }),
    await installation.issue({ issuedAt: days(40) }),
  ];
  const fileOf = async (name: string, bytes: Uint8Array) =>
    checksOf(await laurelVerify(save(name, bytes), '--trust', trust, '--json')).file;
  expect(await fileOf('late.pdf', late.pdf)).toBe('verified: sealed');
  expect(await fileOf('early.pdf', early.pdf)).toBe('failed: backdated');
  // A seal can state any time, but the log's times never decrease.
  for (const [age, expected] of [
    [20, 'verified: sealed'],
    [40, 'failed: backdated'],
  ] as const) {
    const sealed = await installation.issue({ issuedAt: days(age), sealedAt: days(age) });
    expect(await fileOf(`sealed-${age}.pdf`, sealed.pdf)).toBe(expected);
  }
});
