const closing: (() => unknown)[] = [];

/**
 * Closes something when the test file has ended; what was opened last is closed first. The files of a test process share its
 * modules, so a hook of vitest in a module would belong to the first file alone.
 */
export function atEndOfFile(close: () => unknown): void {
  closing.push(close);
}

/** Closes what the file has opened: all of it, whatever fails on the way. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closing.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
}
