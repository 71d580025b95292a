type Input = () => AsyncIterable<Uint8Array>;

/** Environment, input, output and exit code of a command. */
export class Terminal {
  /** Environment of the process, unless another one was passed. */
  readonly environment: NodeJS.ProcessEnv | undefined;
  readonly #out: (text: string) => void;
  readonly #err: (text: string) => void;
  /** Opens standard input. */
  readonly input: Input;
  exitCode = 0;

  constructor(
    out: (text: string) => void,
    err: (text: string) => void,
    {
      environment,
      input = () => process.stdin,
    }: { environment?: Record<string, string | undefined>; input?: Input } = {},
  ) {
    this.#out = out;
    this.#err = err;
    this.environment = environment;
    this.input = input;
  }

  /** Prints a command's result as one JSON document in one line. */
  print(document: unknown): void {
    this.#out(`${JSON.stringify(document)}\n`);
  }

  /** Prints a text for people, such as the requested usage. */
  printText(text: string): void {
    this.#out(text);
  }

  /** Reports progress on stderr. */
  report(text: string): void {
    this.#err(`${text}\n`);
  }

  /** Prints the error in one line and makes the command fail. */
  fail(reason: string): void {
    this.#err(`laurel: ${reason}\n`);
    this.exitCode = 1;
  }
}
