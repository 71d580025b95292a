import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { didDocument, didWeb } from '../../../proof/credential/index.ts';
import { base58 } from '../../../proof/credential/multibase.ts';
import { DID, issuerKey } from './sample.ts';

test.each([
  // Examples in the did:web Method Specification.
  ['https://w3c-ccg.github.io', ['user', 'alice'], 'did:web:w3c-ccg.github.io:user:alice'],
  ['https://example.com:3000', ['user', 'alice'], 'did:web:example.com%3A3000:user:alice'],
  ['https://w3c-ccg.github.io/', [], 'did:web:w3c-ccg.github.io'],
  ['https://example.com/laurel/', ['issuers', 'a:b'], 'did:web:example.com:laurel:issuers:a%3Ab'],
])('%s with the path %j is %s', (origin, path, did) => {
  expect(didWeb(origin, ...path)).toBe(did);
});

test('a DID document lists every key for assertions, with the time from which a compromised one must not be used', () => {
  const revokedAt = new Date('2026-05-01T00:00:00Z');
  const document = didDocument(DID, [issuerKey('new', 2), { ...issuerKey('old', 1), revokedAt }]);
  expect(document).toEqual({
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: DID,
    verificationMethod: [
      { id: `${DID}#new`, type: 'Multikey', controller: DID, publicKeyMultibase: expect.stringMatching(/^z6Mk/) },
      {
        id: `${DID}#old`,
        type: 'Multikey',
        controller: DID,
        publicKeyMultibase: expect.stringMatching(/^z6Mk/),
        revoked: '2026-05-01T00:00:00Z',
      },
    ],
    assertionMethod: [`${DID}#new`, `${DID}#old`],
  });
});

test('only an Ed25519 key can be written as a Multikey', () => {
  // RFC 8032, 7.1, test 1, in the form of the did:key Method.
  const x = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex').toString(
    'base64url',
  );
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const [method] = didDocument(DID, [{ id: 'a', publicKey }]).verificationMethod;
  expect(method?.publicKeyMultibase).toBe('z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw');
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  expect(() => didDocument(DID, [{ id: 'a', publicKey: other }])).toThrow('Issuers have Ed25519 keys');
});

test.each([
  // Examples in draft-msporny-base58-03.
  [Buffer.from('Hello World!'), 'z2NEpo7TZRRrLZSi2U'],
  [Buffer.from('0000287fb4cd', 'hex'), 'z11233QC4'],
  [Buffer.from([0, 0]), 'z11'],
  [Buffer.alloc(0), 'z'],
])('encodes %j as %s in base58', (bytes, text) => {
  expect(base58(bytes)).toBe(text);
});
