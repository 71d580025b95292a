import type { Mutant } from './mutant.ts';

const RING = ['test/server/key-ring.test.ts'];
const ROTATION = ['test/server/key-rotation.test.ts'];

export const KEYS: readonly Mutant[] = [
  {
    file: 'server/adapters/keys/sealing.ts',
    find: 'generations.size > 1 || ',
    replace: '',
    breaks: 'no key can be set back to an earlier state in the database',
    tests: RING,
  },
  {
    file: 'server/adapters/keys/sealing.ts',
    find: ' || found.some(({ size }) => size !== rows.length)',
    replace: '',
    breaks: 'no key can be removed from the database',
    tests: RING,
  },
  {
    file: 'server/adapters/keys/sealing.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the line's own text
    find: 'Buffer.from(`${purpose}\\0${id}`)',
    replace: "Buffer.from(purpose && id ? '' : '')",
    breaks: "no key can be given another's place in the database",
    tests: RING,
  },
  {
    file: 'server/adapters/keys/key-ring.ts',
    find: 'if (ring.generation <= known.generation)',
    replace: 'if (ring.generation < 0)',
    breaks: 'a running process refuses an earlier state of the keys',
    tests: RING,
  },
  {
    file: 'server/adapters/keys/successors.ts',
    find: 'usable.find(({ activeFrom }) => activeFrom <= now) ?? ',
    replace: '',
    breaks: 'a new key is used once all processes know it',
    tests: RING,
  },
  {
    file: 'server/adapters/keys/store.ts',
    find: 'pg_advisory_xact_lock(',
    replace: 'abs(',
    breaks: 'processes that start concurrently agree on the keys',
    tests: RING,
  },
  {
    file: 'domain/api-keys/authenticate.ts',
    find: '...others.map((pepper) => hashKey(key, pepper))',
    replace: '',
    breaks: 'API keys survive the rotation of the pepper',
    tests: ROTATION,
  },
  {
    file: 'server/adapters/session-cookies.ts',
    find: 'if (former.length === 0) return header;',
    replace: 'if (former.length >= 0) return header;',
    breaks: 'sessions survive the rotation of the auth secret',
    tests: ROTATION,
  },
  {
    file: 'server/adapters/keys/vault.ts',
    find: 'ring.held.of.auth.find((one) => one.id === id)',
    replace: 'ring.held.of.auth.slice(0, 1).find((one) => one.id === id)',
    breaks: "webhooks' secrets survive the rotation of the auth secret",
    tests: ROTATION,
  },
  {
    file: 'server/adapters/keys/authenticator.ts',
    find: 'ring.held.of.auth.find((key) => key.id === id)',
    replace: 'ring.held.of.auth.slice(0, 1).find((key) => key.id === id)',
    breaks: 'certificates verify after the rotation of the auth secret',
    tests: ROTATION,
  },
  {
    file: 'server/adapters/keys/configured.ts',
    find: '    loadSigner(keyPem, certificatePem, new Date());\n',
    replace: '',
    breaks: 'a PDF key that does not match its certificate is refused',
    tests: ['test/server/pdf-key.test.ts'],
  },
  {
    file: 'server/adapters/time-stamps/time-stamps.ts',
    find: 'if (performance.now() < probeAt) return false;',
    replace: '',
    breaks: 'no certificate waits for a time-stamp server that is down',
    tests: ['test/server/time-stamps.test.ts'],
  },
];
