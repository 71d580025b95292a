/** An error that goes on is told again after so long. */
const REPEAT_MS = 60_000;

/** Tells an error that is the same as the one before only after a while. */
export function withoutRepetitions(onError: (error: unknown) => void): (error: unknown) => void {
  const told = new Map<string, number>();
  return (error) => {
    const now = performance.now();
    for (const [text, at] of told) if (now - at > REPEAT_MS) told.delete(text);
    if (told.has(String(error))) return;
    told.set(String(error), now);
    onError(error);
  };
}
