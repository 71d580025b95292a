/** Huffman codes of deflate, which follow from their lengths alone (RFC 1951, section 3.2.2). */

/** Bits of a symbol. Frequency and symbol share one number, so that sorting needs no compare function. */
const SYMBOL_BITS = 9;
const SYMBOL_MASK = 2 ** SYMBOL_BITS - 1;

/** Returns the code length of each symbol in bits, at most `limit`; 0 for unused symbols. Frequencies can be up to 2^23. */
export function codeLengths(frequencies: Uint32Array, limit: number): Uint8Array {
  const used = new Uint32Array(frequencies.length);
  let count = 0;
  for (let symbol = 0; symbol < frequencies.length; symbol++) {
    const frequency = frequencies[symbol] ?? 0;
    if (frequency > 0) used[count++] = (frequency << SYMBOL_BITS) | symbol;
  }
  const sorted = used.subarray(0, count).sort();
  const counts = limited(depthCounts(sorted), limit);
  // The rarest symbols get the longest codes.
  const lengths = new Uint8Array(frequencies.length);
  let next = 0;
  for (let length = limit; length > 0; length--)
    for (let left = counts[length] ?? 0; left > 0; left--) lengths[(sorted[next++] ?? 0) & SYMBOL_MASK] = length;
  return lengths;
}

/** Returns the number of leaves at each depth of a Huffman tree, for frequencies in ascending order. A single leaf has depth 1. */
function depthCounts(sorted: Uint32Array): Uint32Array {
  const leaves = sorted.length;
  const counts = new Uint32Array(Math.max(2, leaves));
  if (leaves < 2) {
    counts[1] = leaves;
    return counts;
  }
  const nodes = 2 * leaves - 1;
  const weights = new Uint32Array(nodes);
  for (let leaf = 0; leaf < leaves; leaf++) weights[leaf] = (sorted[leaf] ?? 0) >>> SYMBOL_BITS;
  const parents = new Uint16Array(nodes);
  // Inner nodes are created in ascending order, too. The lightest node is either the next leaf or the next inner node.
  let [leaf, inner] = [0, leaves];
  for (let node = leaves; node < nodes; node++) {
    for (let child = 0; child < 2; child++) {
      const isLeaf = leaf < leaves && (inner === node || (weights[leaf] ?? 0) <= (weights[inner] ?? 0));
      const lightest = isLeaf ? leaf++ : inner++;
      weights[node] = (weights[node] ?? 0) + (weights[lightest] ?? 0);
      parents[lightest] = node;
    }
  }
  const depths = new Uint16Array(nodes);
  for (let node = nodes - 2; node >= 0; node--) {
    const depth = (depths[parents[node] ?? 0] ?? 0) + 1;
    depths[node] = depth;
    if (node < leaves) counts[depth] = (counts[depth] ?? 0) + 1;
  }
  return counts;
}

/** Limits the depth of leaves to `limit`. Other leaves move one level deeper to make room. */
function limited(counts: Uint32Array, limit: number): Uint32Array {
  const result = new Uint32Array(limit + 1);
  for (let depth = 0; depth < counts.length; depth++) {
    const to = Math.min(depth, limit);
    result[to] = (result[to] ?? 0) + (counts[depth] ?? 0);
  }
  // A leaf of depth d takes 1/2^d of all codes. `excess` is the number of units of 1/2^limit above the total.
  let excess = -(2 ** limit);
  for (let depth = 1; depth <= limit; depth++) excess += (result[depth] ?? 0) * 2 ** (limit - depth);
  for (; excess > 0; excess--) {
    let depth = limit - 1;
    while (!result[depth]) depth--;
    // A leaf becomes a node with two leaves: itself and one of the deepest.
    result[depth] = (result[depth] ?? 0) - 1;
    result[depth + 1] = (result[depth + 1] ?? 0) + 2;
    result[limit] = (result[limit] ?? 0) - 1;
  }
  return result;
}

const LONGEST = 15;
/** Position of the code length within a code's number. */
export const CODE_BITS = 16;

/** Returns the code of each symbol: its bits in writing order, and their number shifted by CODE_BITS. */
export function codesOf(lengths: Uint8Array): Uint32Array {
  const counts = new Uint16Array(LONGEST + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const next = new Uint16Array(LONGEST + 1);
  for (let length = 1; length <= LONGEST; length++)
    next[length] = ((next[length - 1] ?? 0) + (counts[length - 1] ?? 0)) * 2;
  const codes = new Uint32Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    codes[symbol] = (length << CODE_BITS) | reversed(code, length);
  }
  return codes;
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit++) result = (result << 1) | ((code >> bit) & 1);
  return result;
}
