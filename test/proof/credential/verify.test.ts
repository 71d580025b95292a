import { expect, test } from 'vitest';
import { didDocument, didWeb, hashedRecipient } from '../../../proof/credential/index.ts';
import { changedLeaves, type Json, withoutProperties } from './changes.ts';
import { DID, DID_ADDRESS, INDEX, issuerKey, key, LIST_ADDRESS, ORIGIN, served, signed, signedList } from './sample.ts';
import { digitalBazaar, type Verifier, verifierCore } from './verifiers.ts';

const verifiers: [string, Verifier][] = [
  ['@digitalbazaar/vc', digitalBazaar],
  ['@digitalcredentials/verifier-core', verifierCore],
];

test.each(verifiers)('%s accepts a credential with all optional parts and with none', async (_name, verify) => {
  const web = await served();
  const bare = await signed({
    expiresAt: undefined,
    issuer: { did: DID, name: 'University' },
    recipient: hashedRecipient('name', 'Ada Lovelace', 'c2FsdHNhbHRzYWx0c2FsdA'),
    achievement: { id: 'urn:uuid:0192', name: 'A', description: '', criteria: { id: `${ORIGIN}/criteria` } },
  });
  for (const credential of [await signed(), bare])
    expect(await verify(credential, web)).toEqual({ isValid: true, isRevoked: false, isOfSchema: true });
});

test.each(verifiers)('%s refuses a credential with any value changed', async (_name, verify) => {
  const web = await served();
  const changes = changedLeaves((await signed()) as unknown as Json);
  expect(changes.length).toBeGreaterThanOrEqual(40);
  for (const { path, document } of changes)
    expect({ path, ...(await verify(document, web)) }).toMatchObject({ path, isValid: false });
});

test.each(verifiers)('%s refuses a credential with any property removed', async (_name, verify) => {
  const web = await served();
  const changes = withoutProperties((await signed()) as unknown as Json);
  expect(changes.length).toBeGreaterThanOrEqual(40);
  for (const { path, document } of changes)
    expect({ path, ...(await verify(document, web)) }).toMatchObject({ path, isValid: false });
});

test.each(verifiers)('%s refuses an added claim', async (_name, verify) => {
  const credential = await signed();
  const { credentialSubject } = credential;
  const added = { ...credential, credentialSubject: { ...credentialSubject, role: 'Rector' } };
  expect(await verify(added, await served())).toMatchObject({ isValid: false });
});

test.each(verifiers)('%s refuses a credential signed with another key', async (_name, verify) => {
  expect(await verify(await signed({}, key('key-1', 2)), await served())).toMatchObject({ isValid: false });
});

test.each(verifiers)('%s detects a revocation at its own index only', async (_name, verify) => {
  const credential = await signed();
  expect(await verify(credential, await served([INDEX]))).toMatchObject({ isRevoked: true });
  expect(await verify(credential, await served([0, INDEX - 1, INDEX + 1, 131_071]))).toMatchObject({
    isRevoked: false,
  });
});

test('refuses a credential whose status list is changed or signed with another key', async () => {
  const credential = await signed();
  const web = await served([INDEX]);
  const { credentialSubject, ...list } = await signedList([INDEX]);
  const encodedList = (await signedList([])).credentialSubject.encodedList;
  for (const forged of [
    { ...list, credentialSubject: { ...credentialSubject, encodedList } },
    { ...list, credentialSubject: { ...credentialSubject, ttl: 1 } },
    await signedList([], key('key-1', 2)),
  ]) {
    expect(await digitalBazaar(credential, { ...web, [LIST_ADDRESS]: forged })).toMatchObject({ isValid: false });
    expect(await verifierCore(credential, { ...web, [LIST_ADDRESS]: forged })).toMatchObject({ isValid: false });
  }
});

test('refuses a status list of another issuer', async () => {
  const other = didWeb('https://other.example');
  const list = await signedList([], { ...key(), verificationMethod: `${other}#key-1` }, other);
  const web = { ...(await served()), 'https://other.example/.well-known/did.json': didDocument(other, [issuerKey()]) };
  expect(await digitalBazaar(list, web)).toMatchObject({ isValid: true });
  expect(await digitalBazaar(await signed(), { ...web, [LIST_ADDRESS]: list })).toMatchObject({ isValid: false });
});

test('signatures of an old key stay valid as long as the DID document lists it', async () => {
  const [old, recent] = [await signed({}, key('key-1', 1)), await signed({}, key('key-2', 2))];
  const both = await served([], [issuerKey('key-2', 2), issuerKey('key-1', 1)]);
  expect(await digitalBazaar(old, both)).toMatchObject({ isValid: true });
  expect(await digitalBazaar(recent, both)).toMatchObject({ isValid: true });
  const withoutOld = { ...both, [DID_ADDRESS]: didDocument(DID, [issuerKey('key-2', 2)]) };
  expect(await digitalBazaar(old, withoutOld)).toMatchObject({ isValid: false });
});

test('any kind of text is signed unchanged', async () => {
  const web = await served();
  const hostile =
    'a"b\\c\n\r\t\u0000\u0008\u001f\u007f\u0085\u2028\ufeff\u{1f600} <script>&amp;$\\u0041 "@id": "x" _:c14n0 e\u0301';
  const credential = await signed({
    name: hostile,
    issuer: { did: DID, name: hostile },
    recipient: hashedRecipient('emailAddress', hostile, hostile),
    achievement: { id: 'urn:uuid:0192', name: hostile, description: hostile, criteria: { narrative: hostile } },
  });
  for (const [, verify] of verifiers)
    expect(await verify(JSON.parse(JSON.stringify(credential)), web)).toMatchObject({ isValid: true });
});

test('the same credential, key and time give the same bytes', async () => {
  expect(JSON.stringify(await signed())).toBe(JSON.stringify(await signed()));
});

test('refuses an unsigned credential', async () => {
  const { proof, ...credential } = await signed();
  expect(proof).toHaveLength(1);
  expect(await digitalBazaar(credential, await served())).toMatchObject({ isValid: false });
});
