const MAX_DISTANCE = 2;
/** A shorter name is part of most others. */
const MIN_LENGTH = 3;
/** A name that is longer is no misspelling, and would take its time. */
const MAX_LENGTH = 100;

const folded = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * Returns the known name that was meant by an unknown one; null where none is near. Names are compared without case, `_` and `-`: equal
 * ones first, then one that contains the other, then those at most two edits apart, or half of its length; of several, the first that is known.
 */
export function suggestionFor(name: string, known: readonly string[]): string | null {
  const given = folded(name);
  if (given === '' || given.length > MAX_LENGTH) return null;
  const isWithin = (other: string) =>
    Math.min(given.length, other.length) >= MIN_LENGTH && (other.includes(given) || given.includes(other));
  const isNear = (other: string) => distance(given, other) <= Math.min(MAX_DISTANCE, given.length / 2);
  for (const holds of [(other: string) => other === given, isWithin, isNear]) {
    const found = known.find((other) => holds(folded(other)));
    if (found !== undefined) return found;
  }
  return null;
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++)
      next[to] = Math.min(
        (row[to] ?? 0) + 1,
        (next[to - 1] ?? 0) + 1,
        (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
