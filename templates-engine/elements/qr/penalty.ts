import { type SymbolBits, wordsPerLine } from './symbol.ts';

/** Weights of the penalties (ISO/IEC 18004, 7.8.3.1). */
const [RUN, BLOCK, FINDER, PROPORTION] = [3, 3, 40, 10];

/** Returns the penalty of a symbol, by comparing 32 modules at a time. Stops early when it reaches `limit`. */
export function penaltyOf(symbol: SymbolBits, size: number, limit: number): number {
  const words = wordsPerLine(size);
  let penalty = proportionPenalty(symbol, size);
  for (let word = 0; word < words && penalty < limit; word++) {
    const modules = modulesIn(word, size);
    penalty += linesPenalty(symbol, word * size, size, modules);
    penalty += linesPenalty(symbol, (words + word) * size, size, modules);
    penalty += blocksPenalty(symbol, word * size, size, modulesIn(word, size - 1));
  }
  return penalty;
}

/** Returns the bits of a word that are among the first `count` modules of a line. */
const modulesIn = (word: number, count: number): number =>
  count - word * 32 >= 32 ? -1 : (1 << (count - word * 32)) - 1;

/** Returns the penalty for a proportion of dark modules that is not 50 %. */
function proportionPenalty(symbol: SymbolBits, size: number): number {
  let dark = 0;
  for (let at = 0; at < symbol.length / 2; at++) dark += bitsIn(symbol[at] ?? 0);
  return Math.abs(Math.ceil((dark * 100) / size ** 2 / 5) - 10) * PROPORTION;
}

/**
 * Returns the penalty for runs of at least five modules of one colour, and for patterns like a finder pattern, from line to line. So the
 * words of rows have the runs in columns.
 */
function linesPenalty(symbol: SymbolBits, first: number, size: number, modules: number): number {
  let points = 0;
  // Bits of modules that equal the one before, for this line and the three before it, and of those that end five equal modules.
  let same1 = 0;
  let same2 = 0;
  let same3 = 0;
  let endedBefore = 0;
  for (let at = first + 1; at < first + size; at++) {
    const same = ~((symbol[at] ?? 0) ^ (symbol[at - 1] ?? 0)) & modules;
    const ends = same & same1 & same2 & same3;
    // A run has RUN points for its first five modules, and one for each further one.
    if (ends !== 0) points += bitsIn(ends) + (RUN - 1) * bitsIn(ends & ~endedBefore);
    if (at >= first + 10) {
      const finders = findersEndingAt(symbol, at);
      if (finders !== 0) points += FINDER * bitsIn(finders);
    }
    endedBefore = ends;
    same3 = same2;
    same2 = same1;
    same1 = same;
  }
  return points;
}

/** Returns the bits of modules that end a finder pattern (1:1:3:1:1) with four light modules after it or before it. */
function findersEndingAt(symbol: SymbolBits, at: number): number {
  const middle = (symbol[at - 4] ?? 0) & ~(symbol[at - 5] ?? 0) & (symbol[at - 6] ?? 0);
  if (middle === 0) return 0;
  const [a, b, c, d] = [symbol[at - 10] ?? 0, symbol[at - 9] ?? 0, symbol[at - 8] ?? 0, symbol[at - 7] ?? 0];
  const [e, f, g, h] = [symbol[at - 3] ?? 0, symbol[at - 2] ?? 0, symbol[at - 1] ?? 0, symbol[at] ?? 0];
  return middle & ((a & ~b & c & d & ~(e | f | g | h)) | (~(a | b | c | d) & e & f & ~g & h));
}

/** Returns the penalty for squares of 2 × 2 modules of one colour. */
function blocksPenalty(symbol: SymbolBits, first: number, size: number, modules: number): number {
  let count = 0;
  let sameBefore = 0;
  for (let at = first; at < first + size; at++) {
    const line = symbol[at] ?? 0;
    const next = (line >>> 1) | ((symbol[at + size] ?? 0) << 31);
    const same = ~(line ^ next) & modules;
    if (at > first) count += bitsIn(same & sameBefore & ~(line ^ (symbol[at - 1] ?? 0)));
    sameBefore = same;
  }
  return count * BLOCK;
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
