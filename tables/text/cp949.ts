/** First and last syllable of Hangul in Unicode. */
const FIRST = 0xac00;
const LAST = 0xd7a3;

/** Syllables by their two bytes, made with the first use. */
let extension: Map<number, string> | null = null;

/**
 * Decodes Windows code page 949. Node's `euc-kr` knows only KS X 1001, the part that the two share. The code page adds the other syllables
 * in the order of Unicode, in the free places of its rows. Returns null if a byte is wrong.
 */
export function decodeCp949(bytes: Uint8Array): string | null {
  extension ??= makeExtension();
  const korean = new TextDecoder('euc-kr', { fatal: true });
  const parts: string[] = [];
  let from = 0;
  try {
    for (let at = 0; at < bytes.length; ) {
      const lead = bytes[at] ?? 0;
      if (lead < 0x80) {
        at += 1;
        continue;
      }
      const syllable = extension.get((lead << 8) | (bytes[at + 1] ?? 0));
      if (syllable !== undefined) {
        parts.push(korean.decode(bytes.subarray(from, at)), syllable);
        from = at + 2;
      }
      at += 2;
    }
    parts.push(korean.decode(bytes.subarray(from)));
  } catch {
    return null;
  }
  return parts.join('');
}

function makeExtension(): Map<number, string> {
  const korean = new TextDecoder('euc-kr');
  const shared = new Set<string>();
  for (let lead = 0xb0; lead <= 0xc8; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) shared.add(korean.decode(Uint8Array.of(lead, trail)));
  const codes = freePlaces();
  const added = new Map<number, string>();
  for (let code = FIRST; code <= LAST; code += 1) {
    const syllable = String.fromCharCode(code);
    const place = shared.has(syllable) ? undefined : codes.next().value;
    if (place !== undefined) added.set(place, syllable);
  }
  return added;
}

/** Yields the pairs of bytes that KS X 1001 leaves free, in order. */
function* freePlaces(): Generator<number, undefined> {
  for (let lead = 0x81; lead <= 0xc6; lead += 1) {
    const last = lead <= 0xa0 ? 0xfe : 0xa0;
    for (let trail = 0x41; trail <= last; trail += 1) {
      const isFree = trail <= 0x5a || (trail >= 0x61 && trail <= 0x7a) || trail >= 0x81;
      if (isFree) yield (lead << 8) | trail;
    }
  }
}
