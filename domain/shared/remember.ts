/** Returns a function that calculates the result for each key once. For the duration of one operation, because it never forgets. */
export function remember<Key, Value>(calculate: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: calculate(key) };
    known.set(key, found);
    return found.value;
  };
}
