import { beforeAll, expect, test } from 'vitest';
import { atEndOfFile } from '../support/end-of-file.ts';
import { freePort } from '../support/free-port.ts';
import { checksOf, laurelVerify, save } from './command.ts';
import { Installation, makeKey } from './installation.ts';

/** Installations whose laurel.json lists former addresses, legitimate or not. */

let installation: Installation;
let victim: Installation;
beforeAll(async () => {
  [installation, victim] = [await Installation.start(), await Installation.start()];
  atEndOfFile(async () => {
    await installation.stop();
    await victim.stop();
  });
});

const FROM = '2026-01-01T00:00:00.000Z';
/** Returns the installation's laurel.json with these former addresses. */
const trustWith = (...former: string[]) => ({
  ...installation.trust(),
  addresses: [
    ...former.map((url) => ({ url, from: FROM, until: FROM })),
    { url: installation.url, from: FROM, until: null },
  ],
});

async function checks(pdf: Uint8Array, trust: object, ...more: string[]) {
  const said = await laurelVerify(save('one.pdf', pdf), '--trust', save('one.json', trust), '--json', ...more);
  return { exit: said.status, ...checksOf(said) };
}

test('if a former address is gone, the log and the present address prove that the file is genuine', async () => {
  const gone = `http://localhost:${await freePort()}`;
  const { pdf } = await installation.issue({ at: gone });
  expect(await checks(pdf, trustWith(gone))).toMatchObject({ exit: 0, credential: 'verified: credentialMoved' });
  expect(await checks(pdf, trustWith())).toMatchObject({ exit: 1, credential: 'failed: credentialIssuerUnknown' });
  expect(await checks(pdf, trustWith('https://other.example'))).toMatchObject({ exit: 1 });
  // A former address has no issuers that the present one lacks.
  const issuers = [installation.did.replace(/\d$/, '9')];
  expect(await checks(pdf, { ...trustWith(gone), issuers })).toMatchObject({
    ...{ exit: 1, credential: 'failed: credentialIssuerUnknown' },
  });
  expect(await checks(pdf, trustWith(gone), '--offline')).toMatchObject({
    ...{ exit: 2, credential: 'not checkable: offline' },
  });
});

test.each([502, 503, 504])(
  'a proxy that answers %i for a former address counts as a host that is gone',
  async (status) => {
    const { pdf } = await installation.issue({ at: victim.url });
    const path = `/issuers/${installation.organisation}/did.json`;
    victim.answers.set(path, status);
    expect(await checks(pdf, trustWith(victim.url))).toMatchObject({ credential: 'verified: credentialMoved' });
    victim.answers.delete(path);
  },
);

test('a foreign address is not trusted, even if the laurel.json lists it', async () => {
  // The installation issues in the name of another one, and logs it.
  const { pdf } = await installation.issue({ at: victim.url });
  const path = `/issuers/${installation.organisation}/did.json`;
  for (const answer of [404, 403, 'a foreign page', 'x'.repeat(300_000), '{"id":"did:web:theirs"}']) {
    victim.answers.set(path, answer);
    expect(await checks(pdf, trustWith(victim.url))).toMatchObject({
      exit: 2,
      credential: 'not checkable: unreachable',
    });
  }
  victim.answers.delete(path);
  // The other installation has an issuer of that name with different keys.
  expect(await checks(pdf, trustWith(victim.url))).toMatchObject({
    exit: 1,
    credential: 'failed: credentialKeyUnknown',
  });
  // Listing its address in a laurel.json does not make its files part of this installation.
  const { pdf: theirs } = await victim.issue();
  expect(await checks(theirs, trustWith(victim.url))).toMatchObject({ exit: 1 });
});

test('files that the log does not have under the former address are not trusted', async () => {
  const gone = `http://localhost:${await freePort()}`;
  const { pdf, hash } = await installation.issue({ at: gone });
  const entries = installation.entries.get(hash) ?? [];
  installation.entries.delete(hash);
  expect(await checks(pdf, trustWith(gone))).toMatchObject({
    ...{ exit: 1, log: 'failed: notOnRecord', credential: 'not checkable: dependsOnFailed' },
  });
  installation.entries.set(hash, entries);
  const sealedHere = await installation.issue({ at: gone, sealedAs: installation.did });
  expect(await checks(sealedHere.pdf, trustWith(gone))).toMatchObject({ exit: 1, file: 'failed: otherCredential' });
  const stolen = makeKey('stolen');
  const { pdf: forged } = await installation.issue({ at: gone, key: stolen });
  expect(await checks(forged, trustWith(gone))).toMatchObject({ exit: 1, credential: 'failed: credentialKeyUnknown' });
});

test.each([
  ['no list', 'x'],
  ['no object', ['https://a.example']],
  ['no address', [{ url: 'a.example', from: FROM, until: null }]],
  ['another scheme', [{ url: 'ftp://a.example', from: FROM, until: null }]],
  ['no end', [{ url: 'https://a.example', from: FROM }]],
  ['no time', [{ url: 'https://a.example', from: FROM, until: 'soon' }]],
])('a laurel.json whose addresses are %s is refused in one line', async (_what, addresses) => {
  const trust = save('wrong.json', { ...installation.trust(), addresses });
  const { status, stderr } = await laurelVerify('package.json', '--trust', trust);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^laurel-verify: laurel.json has no[^\n]+\n$|^laurel-verify: laurel.json has an[^\n]+\n$/),
  ]);
});

test('after a change of only the path, the host still belongs to the installation', async () => {
  const { pdf } = await installation.issue({ at: `${installation.url}/former` });
  const trust = trustWith(`${installation.url}/former/`);
  expect(await checks(pdf, trust)).toMatchObject({ exit: 0, credential: 'verified: credentialMoved' });
});
