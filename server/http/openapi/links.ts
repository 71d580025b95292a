import type { Json } from './parts.ts';

/** Values of an answer for the parameters of a further call, as runtime expressions of OpenAPI. */
type Parameters = Readonly<Record<string, string>>;

const ID: Parameters = { id: '$response.body#/id' };
const HASH: Parameters = { hash: '$response.body#/verificationHash' };
const FIRST: Parameters = { id: '$response.body#/certificates/0/id' };
const FIRST_HASH: Parameters = { hash: '$response.body#/certificates/0/verificationHash' };

const ISSUED: Readonly<Record<string, Parameters>> = {
  'certificates.get': ID,
  'certificates.download': ID,
  'certificates.credential': ID,
  'verify.certificate': HASH,
};

/** Operations that read or change what a creation made, by the creation. */
const LINKS: Readonly<Record<string, Readonly<Record<string, Parameters>>>> = {
  'templates.create': { 'templates.get': ID, 'templates.publish': ID },
  'templates.publish': { 'templates.get': ID },
  'certificates.generate': {
    ...ISSUED,
    ...{ 'certificates.revoke': ID, 'certificates.correct': ID, 'certificates.renew': ID },
    ...{ 'certificates.changeExpiry': ID, 'certificates.email': ID },
  },
  'certificates.correct': ISSUED,
  'certificates.renew': ISSUED,
  'batches.create': {
    'batches.get': { id: '$response.body#/batchId' },
    'batches.certificates': { id: '$response.body#/batchId' },
    'certificates.get': FIRST,
    'verify.certificate': FIRST_HASH,
  },
  'imports.create': { 'certificates.get': FIRST, 'verify.certificate': FIRST_HASH },
};

/** Returns the links of an operation's success; undefined for an operation that creates nothing with an id. */
export function linksOf(name: string): Json | undefined {
  const targets = LINKS[name];
  if (!targets) return undefined;
  return Object.fromEntries(
    Object.entries(targets).map(([operationId, parameters]) => [operationId, { operationId, parameters }]),
  );
}
