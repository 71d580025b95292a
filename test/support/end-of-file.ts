const closing: (() => unknown)[] = [];

/**
 * Closes something at the end of the test file, in reverse order of opening. The files of a test process share its modules, so a hook of
 * vitest in a module would belong only to the first file.
 */
export function atEndOfFile(close: () => unknown): void {
  closing.push(close);
}

/** Closes everything that the file has opened, even if some of it fails. */
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
