/** Returns a function that calculates each result once. It forgets all results when it has `most` of them. */
export function remember<Key, Value>(calculate: (key: Key) => Value, most = 1000): (key: Key) => Value {
  const known = new Map<Key, { value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: calculate(key) };
    if (known.size >= most) known.clear();
    known.set(key, found);
    return found.value;
  };
}
