const MAX_DISTANCE = 2;
/** Maximum length of a compared name. Longer ones are not misspellings, and comparing them takes long. */
const MAX_LENGTH = 100;

const folded = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * Returns the known name that is nearest to an unknown one; null if none is near. Compares names without case, `_` and `-`. Equal names win
 * over names of which one contains the other, and those over names at most two edits apart. Of several, the first wins.
 */
export function suggestionFor(name: string, known: readonly string[]): string | null {
  const given = folded(name);
  if (given === '' || given.length > MAX_LENGTH) return null;
  const isWithin = (other: string) => other.includes(given) || given.includes(other);
  const isNear = (other: string) => distance(given, other) <= MAX_DISTANCE;
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
