/** Returns options of an LRUCache for at most `count` entries. Its own option `max` allocates space for all of them at once. */
export const atMost = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
