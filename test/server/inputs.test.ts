import { expect, test } from 'vitest';
import { refuseStructure } from '../../server/http/bodies/read-json.ts';
import { addressOfDid, baseOf, isSafeAddress } from '../../verifier/addresses.ts';

const nested = (levels: number, inside = '') => '['.repeat(levels) + inside + ']'.repeat(levels);

test.each(['""', '"\\\\"', '"\\""', '"\\\\\\""', '"{}[],"', '"\\\\", "\\\\"'])(
  'the text %s does not hide what follows it',
  (text) => {
    const json = `[${text},${nested(5)}]`;
    expect(JSON.parse(json)).toBeInstanceOf(Array);
    expect(() => refuseStructure(json, 6)).not.toThrow();
    expect(() => refuseStructure(json, 5)).toThrow();
  },
);

test('brackets in texts are not levels', () => {
  expect(refuseStructure(`["${nested(1000)}\\"${nested(1000)}"]`, 1)).toBe(1);
  expect(() => refuseStructure(nested(6), 5)).toThrow();
  expect(refuseStructure(`${nested(5)}`, 5)).toBe(5);
});

test.each([
  ['https://a.example', true],
  ['http://localhost:3000/x', true],
  ['http://127.0.0.1', true],
  ['http://[::1]:1', true],
  ['http://localhost.example', false],
  ['http://127.0.0.1.example', false],
  ['http://my-localhost', false],
  ['http://a.example', false],
  ['https://user@a.example', false],
  ['https://:word@a.example', false],
  ['ftp://localhost', false],
  ['javascript:0', false],
  ['', false],
])('the verifier requests %s: %s', (address, isSafe) => {
  expect(isSafeAddress(address)).toBe(isSafe);
});

test.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['localhost.example', 'https://localhost.example'],
  ['127.0.0.1.example/a//', 'https://127.0.0.1.example/a'],
  ['user@a.example', null],
  ['a b', null],
])('the base of %s is %s', (host, base) => {
  expect(baseOf(host)).toBe(base);
});

test.each([
  ['did:web:a.example', 'https://a.example/.well-known/did.json'],
  ['did:web:localhost%3A3000:issuers:x', 'http://localhost:3000/issuers/x/did.json'],
  ['did:web:a.example:..:x', null],
  ['did:web:a.example:%2e%2e', null],
  ['did:web:a.example:a%2Fb', null],
  ['did:key:a.example', null],
])('the document of %s is at %s', (did, address) => {
  expect(addressOfDid(did)).toBe(address);
});
