import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import fc from 'fast-check';
import jsonld from 'jsonld';
import { expect, test, vi } from 'vitest';
import { canonicalise } from '../../../proof/credential/canonicalise.ts';
import { CONTEXT_DIGESTS, CREDENTIALS_V2, contextFile, loadContext } from '../../../proof/credential/contexts.ts';
import { type CredentialFacts, credentialOf, type StatusIndex, statusList } from '../../../proof/credential/index.ts';
import { DID, facts, ORIGIN, signed, signedList } from './sample.ts';

/** Canonicalises without the shortcuts under test. */
const canonicaliseInFull = (document: object) =>
  jsonld.canonize(document, { algorithm: 'RDFC-1.0', documentLoader: loadContext, safe: true });

/** All code points, with emphasis on those that N-Quads, JSON or JSON-LD treat specially. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      '\\',
      '\n',
      '\r',
      '\t',
      '\b',
      '\f',
      '\0',
      '\x1f',
      '\x7f',
      '\x85',
      '\u2028',
      '\uffff',
      '\u{10000}',
      '@',
      '_:',
    ),
    maxLength: 8,
  }),
  fc.constantFrom(
    '',
    '_:c14n0',
    '_:b0',
    '@id',
    'urn:slot:0',
    'urn:slot:3',
    'true',
    'null',
    '\\u0041',
    'https://a.example',
    '2026-03-01',
  ),
);
/** Few values, so that nodes coincide occasionally. */
const iri = fc.constantFrom(
  `${ORIGIN}/a`,
  `${ORIGIN}/b?c=%20&d=(e)#f`,
  'urn:uuid:0191',
  DID,
  'https://xn--bcher-kva.example:8443/~x',
  "https://a.example/;,'!*@[]$+",
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const time = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });

const anyFacts: fc.Arbitrary<CredentialFacts> = fc.record({
  id: iri,
  name: text,
  issuer: fc.record({ did: iri, name: text, url: optional(text), imageUrl: optional(iri) }),
  issuedAt: time,
  expiresAt: optional(time),
  recipient: fc.record({ type: fc.constantFrom('emailAddress', 'name'), digest: text, salt: text }),
  achievement: fc.record({
    id: iri,
    name: text,
    description: text,
    criteria: fc.oneof(fc.record({ narrative: text }), fc.record({ id: iri })),
    imageUrl: optional(iri),
  }),
  status: fc.record({
    listUrl: iri,
    index: fc.nat(131_071),
    purpose: fc.constantFrom<StatusIndex['purpose']>('revocation', 'suspension'),
  }),
  verificationUrl: iri,
});

test('canonicalises a credential as jsonld does, for any values, equal nodes and order of blank nodes', async () => {
  const orders = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyFacts, async (given) => {
      const credential = credentialOf(given);
      const canonical = await canonicalise(credential);
      expect(canonical).toBe(await canonicaliseInFull(credential));
      orders.add(/#identifier> (_:c14n\d)/.exec(canonical)?.[1] ?? '');
    }),
    { numRuns: 200 },
  );
  expect(orders.size).toBeGreaterThan(1);
});

test('canonicalises a proof and a status list as jsonld does', async () => {
  const { proof, ...credential } = await signed();
  const { proofValue, ...options } = proof[0];
  expect(proofValue).toMatch(/^z/);
  const configuration = { '@context': credential['@context'], ...options };
  expect(await canonicalise(configuration)).toBe(await canonicaliseInFull(configuration));
  const list = statusList({
    id: `${ORIGIN}/status/1`,
    issuer: DID,
    purpose: 'suspension',
    list: [7],
    validFrom: new Date(0),
    validUntil: new Date(0),
    ttl: 60_000,
  });
  expect(await canonicalise(list)).toBe(await canonicaliseInFull(list));
});

test.each([
  ['half a surrogate pair', facts({ name: 'a\ud800b' }), '"name" has half a surrogate pair'],
  ['an address without a scheme', facts({ verificationUrl: '/verify/ab' }), '"id" must be an absolute IRI'],
  ['an address with a space', facts({ id: `${ORIGIN}/a b` }), '"id" must be an absolute IRI'],
  ['an address that is not ASCII', facts({ id: 'https://bücher.example/' }), '"id" must be an absolute IRI'],
  ['an address after other characters', facts({ id: `x${ORIGIN}/a` }), '"id" must be an absolute IRI'],
  ['a blank node for an address', facts({ id: '_:b0' }), '"id" must be an absolute IRI'],
])('%s is refused', async (_what, given, message) => {
  await expect(canonicalise(credentialOf(given))).rejects.toThrow(message);
});

test('refuses a type that is the placeholder of another value, and reads addresses over HTTP', async () => {
  const given = credentialOf(facts({ id: 'http://localhost:3000/a' }));
  expect(await canonicalise(given)).toBe(await canonicaliseInFull(given));
  const replaced = { ...given, type: ['VerifiableCredential', 'urn:slot:0'] };
  await expect(canonicalise(replaced)).rejects.toThrow('"type" must not begin with urn:slot:');
});

test('refuses a property without a term, as the signature would not cover it', async () => {
  await expect(canonicalise({ ...credentialOf(facts()), unknown: 'x' })).rejects.toThrow();
});

test('the bundled contexts are unchanged', () => {
  for (const [url, digest] of Object.entries(CONTEXT_DIGESTS))
    expect(createHash('sha256').update(contextFile(url)).digest('hex')).toBe(digest);
  expect(Object.keys(CONTEXT_DIGESTS)).toHaveLength(2);
  // Published by W3C in the Verifiable Credentials Data Model 2.0, appendix B.
  expect(CONTEXT_DIGESTS[CREDENTIALS_V2]).toBe('59955ced6697d61e03f2b2556febe5308ab16842846f5b586d7f1f7adec92734');
});

test('fetches nothing, neither for a credential and a list nor for another context', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect');
  const fetched = vi.spyOn(globalThis, 'fetch');
  await signed();
  await signedList();
  for (const url of [
    'https://www.w3.org/ns/credentials/examples/v2',
    'http://127.0.0.1:1/context',
    'file:///etc/passwd',
  ]) {
    const document = { '@context': [CREDENTIALS_V2, url], id: `${ORIGIN}/x`, type: 'VerifiableCredential' };
    await expect(canonicalise(document)).rejects.toThrow();
    await expect(loadContext(url)).rejects.toThrow(`The JSON-LD context ${url} is not bundled`);
  }
  expect(connect).not.toHaveBeenCalled();
  expect(fetched).not.toHaveBeenCalled();
});
