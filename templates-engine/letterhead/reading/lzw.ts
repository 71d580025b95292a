import { tooLong } from './fault.ts';

const [CLEAR, END] = [256, 257];

/** Decodes LZW (ISO 32000-1, 7.4.4), which PDF/A forbids. Stops at damaged data. */
export function lzw(data: Uint8Array, earlyChange: number, limit: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const table: Uint8Array[] = Array.from({ length: 258 }, (_, code) => Uint8Array.of(code & 0xff));
  let [bits, held, width, previous] = [0, 0, 9, null as Uint8Array | null];
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xffffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      table.length = 258;
      [width, previous] = [9, null];
      continue;
    }
    const entry = table[code] ?? (previous && code === table.length ? extended(previous, previous) : null);
    if (!entry) break;
    size += entry.length;
    if (size > limit) throw tooLong(limit);
    parts.push(entry);
    if (previous && table.length < 4096) table.push(extended(previous, entry));
    previous = entry;
    if (width < 12 && table.length + earlyChange >= 1 << width) width++;
  }
  return Buffer.concat(parts);
}

function extended(previous: Uint8Array, next: Uint8Array): Uint8Array {
  const entry = new Uint8Array(previous.length + 1);
  entry.set(previous);
  entry[previous.length] = next[0] ?? 0;
  return entry;
}
