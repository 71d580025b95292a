import { expect, test } from 'vitest';
import { integer, objectIdentifier, octetString, setOf, time } from '../../../proof/pdf-signature/der.ts';
import { DerError, readDer, readGeneralizedTime, readObjectIdentifier } from '../../../proof/pdf-signature/read-der.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('an integer is never negative and has a minimal encoding', () => {
  expect(hex(integer(0))).toBe('020100');
  expect(hex(integer(127))).toBe('02017f');
  expect(hex(integer(128))).toBe('02020080');
  expect(hex(integer(Buffer.of(0, 0, 0x9d, 1)))).toBe('0203009d01');
  expect(hex(integer(Buffer.alloc(4)))).toBe('020100');
});

test('lengths, sets, identifiers and times have a single encoding', () => {
  expect(hex(octetString(Buffer.alloc(127)).subarray(0, 3))).toBe('047f00');
  expect(hex(octetString(Buffer.alloc(128)).subarray(0, 4))).toBe('04818000');
  expect(hex(octetString(Buffer.alloc(65_536)).subarray(0, 5))).toBe('0483010000');
  expect(hex(setOf(integer(2), integer(1)))).toBe('3106020101020102');
  expect(hex(objectIdentifier('1.2.840.113549.1.7.2'))).toBe('06092a864886f70d010702');
  expect(readObjectIdentifier(readDer(objectIdentifier('2.16.840.1.101.3.4.2.1')))).toBe('2.16.840.1.101.3.4.2.1');
  expect(time(new Date('2049-12-31T23:59:59.999Z')).toString('latin1')).toBe('\x17\r491231235959Z');
  expect(time(new Date('2050-01-01T00:00:00Z')).toString('latin1')).toBe('\x18\x0f20500101000000Z');
});

test('a time has fractions and is in UTC only', () => {
  const read = (text: string) =>
    readGeneralizedTime(readDer(Buffer.from(`\x18${String.fromCharCode(text.length)}${text}`)));
  expect(read('20261121200000.25Z')).toEqual(new Date('2026-11-21T20:00:00.250Z'));
  expect(() => read('20261121200000+0100')).toThrow(DerError);
});

test.each(['', '04', '0401', '0480', '048700000000000000', '1f0100', '0400 00'])(
  'refuses bytes that are not DER: %s',
  (bytes) => {
    expect(() => readDer(Buffer.from(bytes.replace(' ', ''), 'hex'))).toThrow(DerError);
  },
);
