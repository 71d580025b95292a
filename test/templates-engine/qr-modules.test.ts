import { randomInt } from 'node:crypto';
import QRCode, { type QRCodeSegment } from 'qrcode';
import { expect, test } from 'vitest';
import { encode, encodeQr, modulesPerSide } from '../../templates-engine/elements/qr/encode.ts';

const VERSIONS = Array.from({ length: 40 }, (_, index) => index + 1);
const MODES = {
  numeric: { characters: '0123456789', most: 7089 },
  alphanumeric: { characters: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:', most: 4296 },
  byte: { characters: 'https://certificates.example.org/verify?', most: 2953 },
} as const;

test.each(['M', 'L'] as const)(
  'a QR code of level %s has the modules that the package makes, in every version',
  (level) => {
    for (const version of VERSIONS) {
      for (const [mode, { characters, most }] of Object.entries(MODES)) {
        const side = (length: number) => modulesPerSide(characters.slice(-1).repeat(length), level);
        const longest = longestWithin(most, (length) => side(length) <= 17 + 4 * version);
        const shortest = version === 1 ? 1 : longestWithin(most, (length) => side(length) < 17 + 4 * version) + 1;
        for (const length of [longest, randomInt(shortest, longest + 1)]) {
          // The last character keeps the mode.
          const value = `${randomOf(characters, length - 1)}${characters.slice(-1)}`;
          const segment = { mode, data: mode === 'byte' ? Buffer.from(value) : value } as QRCodeSegment;
          const { modules } = QRCode.create([segment], { errorCorrectionLevel: level });
          const made = encode(value, level);
          expect([value, made.size, modulesIn(made)]).toEqual([value, modules.size, [...modules.data].join('')]);
        }
      }
    }
  },
);

test('encodes the code of a certificate once for both files', () => {
  const box = { x: 10, y: 20, width: 90, height: 90 };
  const address = `https://certificates.example.org/verify/${randomOf('0123456789abcdef', 64)}`;
  const [first, second] = [encodeQr(address, 'M', box, 4), encodeQr(address, 'M', { ...box, x: 30 }, 0)];
  expect(second.rows).toBe(first.rows);
  expect([second.x, second.unit]).toEqual([30, 90 / first.rows.length]);
  expect(encodeQr(address, 'L', box, 4).rows).not.toBe(first.rows);
});

/** Returns the largest number up to `most` that a falling condition accepts. */
function longestWithin(most: number, accepts: (length: number) => boolean): number {
  let [low, high] = [1, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (accepts(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const randomOf = (characters: string, length: number): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('');

function modulesIn({ size, rows }: ReturnType<typeof encode>): string {
  const lines = rows.map((runs) => {
    const line = new Uint8Array(size);
    for (const [from, to] of runs) line.fill(1, from, to);
    return line.join('');
  });
  return lines.join('');
}
