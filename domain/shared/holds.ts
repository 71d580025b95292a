/**
 * Returns the result of a comparison of stored values; false if it throws. Values that SQL wrote can have any size and shape, such as a
 * number in JSON that is too large.
 */
export function holds(compare: () => boolean): boolean {
  try {
    return compare();
  } catch {
    return false;
  }
}
