import { existsSync, readFileSync } from 'node:fs';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { type CredentialFacts, credentialOf, hashedRecipient } from '../../../proof/credential/index.ts';
import { DID, facts, ORIGIN, signed } from './sample.ts';
import { schemaDocument } from './verifiers.ts';

function compile(schema: object): ValidateFunction {
  const ajv = new Ajv2019({ allErrors: true, strict: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

const everyShape: [string, Partial<CredentialFacts>][] = [
  ['everything', {}],
  ['no expiry', { expiresAt: undefined }],
  ['an issuer with a name only', { issuer: { did: DID, name: '' } }],
  ['no e-mail address', { recipient: hashedRecipient('name', 'Ada', 'x') }],
  [
    'criteria on a page',
    { achievement: { ...facts().achievement, criteria: { id: `${ORIGIN}/c` }, imageUrl: undefined } },
  ],
];

test.each(everyShape)(
  'a credential with %s has the form given in the tables of Open Badges 3.0',
  async (_what, given) => {
    const validate = compile(schemaDocument());
    validate(JSON.parse(JSON.stringify(await signed(given))));
    expect(validate.errors).toBeNull();
  },
);

/** Path of the published schema, https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json. */
const published = process.env.OPEN_BADGES_SCHEMA ?? '';
const isSkipped = !existsSync(published) && process.env.CI_JUDGES !== 'required';
const why = isSkipped ? ' (skipped: OPEN_BADGES_SCHEMA names no file)' : '';

test.skipIf(isSkipped).each(everyShape)(
  `a credential with %s matches the published JSON schema${why}`,
  async (_what, given) => {
    const validate = compile(JSON.parse(readFileSync(published, 'utf8')));
    validate(JSON.parse(JSON.stringify(await signed(given))));
    expect(validate.errors).toBeNull();
  },
);

test('the schema refuses a proof that is not an array, and an achievement without criteria', async () => {
  const validate = compile(schemaDocument());
  const credential = await signed();
  const { criteria, ...achievement } = credential.credentialSubject.achievement;
  expect(criteria).toBeDefined();
  expect(validate({ ...credential, proof: credential.proof[0] })).toBe(false);
  expect(validate({ ...credential, credentialSubject: { ...credential.credentialSubject, achievement } })).toBe(false);
});

const identityOf = (recipient: CredentialFacts['recipient']) =>
  credentialOf(facts({ recipient })).credentialSubject.identifier;

test('the recipient is identified by the hash of e-mail address and salt, as specified', () => {
  expect(identityOf(hashedRecipient('emailAddress', 'a@example.com', 'Kosher'))).toEqual([
    {
      type: 'IdentityObject',
      hashed: true,
      // Example in Open Badges 3.0, IdentityHash.
      identityHash: 'sha256$b5809d8a92f8858436d7e6b87c12ebc0ae1eac4baecc2c0b913aee2c922ef399',
      identityType: 'emailAddress',
      salt: 'Kosher',
    },
  ]);
});

test('without an e-mail address the name is hashed in the same way', () => {
  const [byName] = identityOf(hashedRecipient('name', 'a@example.com', 'Kosher'));
  const [byEmail] = identityOf(hashedRecipient('emailAddress', 'a@example.com', 'Kosher'));
  expect(byName).toEqual({ ...byEmail, identityType: 'name' });
});

test('the credential contains neither address nor name of the recipient', async () => {
  for (const recipient of [
    hashedRecipient('emailAddress', 'ada@example.org', 'x'),
    hashedRecipient('name', 'Ada Lovelace', 'x'),
  ])
    expect(JSON.stringify(await signed({ recipient }))).not.toMatch(/ada/i);
});

test('a time is never later than the certificate’s, so that a new certificate is valid immediately', () => {
  const { validFrom } = credentialOf(facts({ issuedAt: new Date('2026-03-01T09:30:00.999Z') }));
  expect(validFrom).toBe('2026-03-01T09:30:00Z');
});
