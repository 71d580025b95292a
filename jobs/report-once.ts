/** Interval between repeated log lines for the same error, in ms. */
const REPEAT_MS = 60_000;

/** Returns a function that reports repetitions of an error only once per interval. */
export function reportOnce(onError: (error: unknown) => void): (error: unknown) => void {
  const reported = new Map<string, number>();
  return (error) => {
    const now = performance.now();
    for (const [text, at] of reported) if (now - at > REPEAT_MS) reported.delete(text);
    if (reported.has(String(error))) return;
    reported.set(String(error), now);
    onError(error);
  };
}
