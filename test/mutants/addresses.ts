import type { Mutant } from './mutant.ts';

const PRODUCT = 'test/server/addresses.test.ts';
const VERIFIER = 'test/verifier/former-addresses.test.ts';

export const ADDRESSES: readonly Mutant[] = [
  {
    file: 'domain/addresses/read.ts',
    find: "if (isAuthentic(services, 'addresses', row)) return true;",
    replace: 'return true;',
    breaks: 'an address row that SQL wrote is ignored',
    tests: [PRODUCT],
  },
  {
    file: 'domain/addresses/record.ts',
    find: "    await sql`select pg_advisory_xact_lock(hashtextextended('addresses', 0))`.execute(db);\n",
    replace: '',
    breaks: 'concurrent processes record an address once',
    tests: [PRODUCT],
  },
  {
    file: 'domain/addresses/choose-address.ts',
    find: 'return isOurs ? address :',
    replace: 'return true ? address :',
    breaks: 'an address that SQL wrote into a certificate is not shown',
    tests: [PRODUCT],
  },
  {
    file: 'domain/certificates/project.ts',
    find: 'verificationUrl(printedAddressOf(services, row), verificationHash)',
    replace: 'verificationUrl(address, verificationHash)',
    breaks: 'a certificate keeps the printed address',
    tests: [PRODUCT],
  },
  {
    file: 'domain/emailing/kinds/certificate.ts',
    find: 'verificationUrl(certificate.address, ',
    replace: 'verificationUrl(services.installation.address, ',
    breaks: 'an e-mail has the printed address',
    tests: [PRODUCT],
  },
  {
    file: 'domain/integrity/check-addresses.ts',
    find: "return isInPlace && isAuthentic(services, 'addresses', row);",
    replace: 'return isInPlace;',
    breaks: 'the periodic check finds an address that SQL wrote',
    tests: [PRODUCT, 'test/faults/tampered-rows.test.ts'],
  },
  {
    file: 'server/http/asked-address.ts',
    find: 'url === address ? services : atAddress(services, url)',
    replace: 'services',
    breaks: 'a former address has separate DID documents and status lists',
    tests: [PRODUCT],
  },
  {
    file: 'server/http/asked-address.ts',
    find: 'places.find(({ origin }) => origin === asked?.origin) ?? ',
    replace: '',
    breaks: 'addresses with different schemes are distinguished',
    tests: [PRODUCT],
  },
  {
    file: 'verifier/verify.ts',
    find: '  if (moved) needed(logged);\n',
    replace: '',
    breaks: 'a former address is trusted only with the log',
    tests: [VERIFIER],
  },
  {
    file: 'verifier/verify.ts',
    find: "ensure(edition?.issuer === needed(credential).issuer, 'otherCredential');",
    replace: "ensure(edition, 'otherCredential');",
    breaks: 'the statement in the log names the former address',
    tests: [VERIFIER],
  },
  {
    file: 'verifier/credential/keys.ts',
    find: '(isElsewhere && error instanceof Unreachable && error.isInUse)',
    replace: 'false',
    breaks: 'an unknown address that is in use is not vouched for',
    tests: [VERIFIER],
  },
  {
    file: 'verifier/former-addresses.ts',
    find: 'if (moved && trust.issuers.includes(moved))',
    replace: 'if (moved)',
    breaks: 'an issuer of a former address counts as one of the current address',
    tests: [VERIFIER],
  },
  {
    file: 'verifier/credential/status.ts',
    find: 'return own?.document?.id === listAddress ? own : fetchAt(moved,',
    replace: 'return own ?? fetchAt(listAddress,',
    breaks: 'the current address serves the status list of a former one that is gone',
    tests: [VERIFIER],
  },
];
