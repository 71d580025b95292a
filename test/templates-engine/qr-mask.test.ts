import { randomBytes, randomInt } from 'node:crypto';
import QRCode from 'qrcode';
import { expect, test } from 'vitest';
import { encodeModules } from '../../templates-engine/elements/qr/best-mask.ts';

test('a QR code has the same modules as one for which the package chooses the mask', () => {
  for (let round = 0; round < 400; round++) {
    const level = round % 2 === 0 ? 'M' : 'L';
    const data = Buffer.from(
      `https://certificates.example.org/verify/${randomBytes(randomInt(1, 60)).toString('hex')}`,
    );
    const segments = [{ mode: 'byte' as const, data }];
    const { size, data: modules } = QRCode.create(segments, { errorCorrectionLevel: level }).modules;
    const made = encodeModules(segments, level);
    expect([round, made.size, Buffer.compare(Buffer.from(made.data), Buffer.from(modules))]).toEqual([round, size, 0]);
  }
});
