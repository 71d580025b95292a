/** Interval between repeated log lines for the same error, in ms. */
const REPEAT_MS = 60_000;

/** Returns a function that reports repetitions of an error only once per interval. */
export function reportOnce(onError: (error: unknown) => void): (error: unknown) => void {
  const told = new Map<string, number>();
  return (error) => {
    const now = performance.now();
    for (const [text, at] of told) if (now - at > REPEAT_MS) told.delete(text);
    if (told.has(String(error))) return;
    told.set(String(error), now);
    onError(error);
  };
}
