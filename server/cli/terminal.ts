/** What a command has of the process that runs it: its environment, where it writes, and its exit code. */
export class Terminal {
  /** The process's own, unless given. */
  readonly environment: NodeJS.ProcessEnv | undefined;
  readonly #out: (text: string) => void;
  readonly #err: (text: string) => void;
  exitCode = 0;

  constructor(
    out: (text: string) => void,
    err: (text: string) => void,
    environment?: Record<string, string | undefined>,
  ) {
    this.#out = out;
    this.#err = err;
    this.environment = environment;
  }

  /** Prints a command's result: one JSON document in one line. */
  print(document: unknown): void {
    this.#out(`${JSON.stringify(document)}\n`);
  }

  /** Prints the usage that was asked for. */
  printUsage(text: string): void {
    this.#out(text);
  }

  /** Says beside the result how the command is getting on. */
  report(text: string): void {
    this.#err(`${text}\n`);
  }

  /** Says in one line what is wrong, and makes the command fail. */
  fail(reason: string): void {
    this.#err(`laurel: ${reason}\n`);
    this.exitCode = 1;
  }
}
