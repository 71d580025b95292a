/**
 * Returns an ICC profile (ICC.1:2004-10, version 4.2) of sRGB (IEC 61966-2-1). It is computed from the figures of the standard: primaries
 * and white adapted to D50, and the curve as a function. It contains no third-party profile.
 */
export function srgbProfile(): Buffer {
  const tags: [signature: string, data: Buffer][] = [
    ['desc', localised('sRGB')],
    ['cprt', localised('No copyright, use freely')],
    ['wtpt', xyz(0.9642, 1, 0.82491)],
    ['chad', fixed('sf32', 1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01706, -0.00923, 0.01508, 0.75168)],
    ['rXYZ', xyz(0.43607, 0.22249, 0.01392)],
    ['gXYZ', xyz(0.38515, 0.71687, 0.09708)],
    ['bXYZ', xyz(0.14307, 0.06061, 0.7141)],
    ['rTRC', curve()],
    ['gTRC', curve()],
    ['bTRC', curve()],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  const body: Buffer[] = [];
  // The three channels share one curve.
  const places = new Map<string, number>();
  let end = 128 + table.length;
  for (const [index, [signature, data]] of tags.entries()) {
    const key = data.toString('latin1');
    const at = places.get(key) ?? end;
    if (at === end) {
      places.set(key, at);
      body.push(data);
      end += data.length;
    }
    table.write(signature, 4 + index * 12, 'latin1');
    table.writeUInt32BE(at, 8 + index * 12);
    table.writeUInt32BE(data.length, 12 + index * 12);
  }
  return Buffer.concat([header(end), table, ...body]);
}

/** Returns the header of a display profile, RGB with the connection space XYZ (7.2). */
function header(length: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.writeUInt32BE(length);
  bytes.writeUInt32BE(0x04200000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [index, part] of [2026, 1, 1].entries()) bytes.writeUInt16BE(part, 24 + index * 2);
  bytes.write('acsp', 36, 'latin1');
  for (const [index, value] of [0.9642, 1, 0.82491].entries()) bytes.writeInt32BE(toFixed(value), 68 + index * 4);
  return bytes;
}

const toFixed = (value: number): number => Math.round(value * 65536);

/** Encodes numbers as s15Fixed16 (4.6), preceded by the type signature. */
function fixed(type: string, ...values: number[]): Buffer {
  const bytes = Buffer.alloc(8 + values.length * 4);
  bytes.write(type, 'latin1');
  for (const [index, value] of values.entries()) bytes.writeInt32BE(toFixed(value), 8 + index * 4);
  return bytes;
}

const xyz = (...values: [x: number, y: number, z: number]): Buffer => fixed('XYZ ', ...values);

/** Returns the sRGB curve, with its linear part near black, as a parametric curve of type 3 (10.15). */
function curve(): Buffer {
  const bytes = fixed('para', 0, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045);
  bytes.writeUInt16BE(3, 8);
  return bytes;
}

/** Encodes an English text as a multi-localised string with one record (10.13), padded to four bytes. */
function localised(text: string): Buffer {
  const content = Buffer.from(text, 'utf16le').swap16();
  const bytes = Buffer.alloc((28 + content.length + 3) & ~3);
  bytes.write('mluc', 'latin1');
  bytes.writeUInt32BE(1, 8);
  bytes.writeUInt32BE(12, 12);
  bytes.write('enUS', 16, 'latin1');
  bytes.writeUInt32BE(content.length, 20);
  bytes.writeUInt32BE(28, 24);
  bytes.set(content, 28);
  return bytes;
}
