/** Prints a command's result: one JSON document in one line. */
export const print = (document: unknown): void => void process.stdout.write(`${JSON.stringify(document)}\n`);
