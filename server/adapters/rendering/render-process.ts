import { type ChildProcess, fork } from 'node:child_process';
import { DesignError } from '../../../templates-engine/index.ts';
import { childModule } from '../../bundle.ts';
import type { Program } from './confinement.ts';
import type { ChildSettings, FromChild, TaskError, TaskName, Tasks, ToChild } from './messages.ts';
import { limitProcessorTime, type TimeLimit } from './processor-time.ts';
import { OVER_MEMORY } from './watchdog.ts';

export interface Limits {
  /** Processor time of a task, and of each part that it announces. Waiting does not count. */
  taskMs: number;
  partMs(path: string): number;
  memoryMb: number;
  /** Size of V8's young generation, in MB. */
  youngMb?: number;
  niceness: number;
  program: Program;
}

export interface Task {
  name: TaskName;
  input: Tasks[TaskName]['input'];
  /** Loads the design's JSON if the child doesn't have it yet. */
  design?: (() => Promise<string>) | undefined;
  /** Loads a font of the design by its digest if the child doesn't have it yet. */
  font?: ((digest: string) => Promise<Uint8Array>) | undefined;
}

/**
 * Cause of a process's end. `time`: its task exceeded the limit. `memory` or `crash`: earlier tasks may have contributed. `outside`: the
 * system or an operator ended it, or it could not be started.
 */
type End = 'time' | 'memory' | 'crash' | 'outside';

/** Error of a task whose process ended first. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
  readonly end: End;
  /** Part of the document that was being processed. */
  readonly path: string | null;

  constructor(end: End, message: string, path: string | null) {
    super(message);
    this.end = end;
    this.path = path;
  }
}

interface CurrentTask {
  task: Task;
  outcome: PromiseWithResolvers<unknown>;
  /** Part that is being processed. */
  path: string | null;
  /** Error from loading the design or a font of it. */
  loadError?: unknown;
}

/** Size of V8's heap, in MB. Pixels and fonts are outside of it. */
const HEAP_MB = 256;
const YOUNG_MB = 8;
/**
 * Growth of the old generation before a collection, in percent. By default it equals the size of the young generation, so V8 keeps
 * restarting collections: a sixth of a certificate's processor time.
 */
const GROWTH_PERCENT = 100;
/** Settings of glibc's allocator (mallopt(3)). They return the memory of drawn pages to the system, a tenth of a process's memory. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
const START_MS = 30_000;
const KEPT_OUTPUT = 2000;

/** A child process with one task at a time. Native crashes, endless loops and excessive memory affect only this process. */
export class RenderProcess {
  readonly #limits: Limits;
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #current: CurrentTask | null = null;
  #timeLimit: TimeLimit | undefined;
  #tooSlow: string | null = null;
  #isReady = false;
  #output = '';
  isAlive = true;
  hasRun = false;
  memoryBytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    const settings: ChildSettings = {
      parentPid: process.pid,
      memoryBytes: limits.memoryMb * 1e6,
      niceness: limits.niceness,
    };
    const { execArgv, ...program } = limits.program;
    this.#child = fork(childModule(), [JSON.stringify(settings)], {
      serialization: 'advanced',
      ...program,
      execArgv: [
        ...execArgv,
        `--max-old-space-size=${HEAP_MB}`,
        `--max-semi-space-size=${limits.youngMb ?? YOUNG_MB}`,
        `--heap-growing-percent=${GROWTH_PERCENT}`,
      ],
      // Untrusted input is processed here, so there must be no secrets to read.
      env: ALLOCATOR,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#ready.promise.catch(() => undefined);
    this.#limit(START_MS);
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#output = `${this.#output}${chunk}`.slice(-KEPT_OUTPUT);
    });
    this.#child.on('message', (message) => this.#receive(message as FromChild));
    this.#child.on('error', (error) => this.#end('outside', String(error)));
    this.#child.on('exit', () => {
      this.isAlive = false;
    });
    this.#child.on('close', (code, signal) => this.#end(...this.#endOf(code, signal)));
  }

  /** Resolves when the process has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Runs a task. The caller ensures that no other task is running. ProcessEnded if the process ends before the task. */
  async run(task: Task): Promise<unknown> {
    const outcome = Promise.withResolvers<unknown>();
    this.#current = { task, outcome, path: null };
    this.hasRun = true;
    this.#ready.promise.then(() => {
      this.#limitTask();
      this.#send({ kind: 'task', name: task.name, input: task.input });
    }, outcome.reject);
    return outcome.promise;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #send(message: ToChild): void {
    // The event `close` reports the end of a process.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #receive(message: FromChild): void {
    const current = this.#current;
    if (message.kind === 'ready') {
      this.#timeLimit?.cancel();
      this.#isReady = true;
      this.#ready.resolve();
    } else if (message.kind === 'part') {
      if (current) current.path = message.path;
      this.#limit(message.path === null ? this.#limits.taskMs : this.#limits.partMs(message.path));
    } else if (message.kind === 'need-design') {
      void this.#load(
        ({ design }) => design?.(),
        (json) => ({ kind: 'design', json }),
      );
    } else if (message.kind === 'need-font') {
      const { digest } = message;
      void this.#load(
        ({ font }) => font?.(digest),
        (content) => ({ kind: 'font', content }),
      );
    } else {
      this.#settle(message.memoryBytes);
      if (message.kind === 'done') current?.outcome.resolve(message.output);
      else current?.outcome.reject(current.loadError ?? fromTaskError(message.error));
    }
  }

  /** Loads data that the task needs and sends it. Loading does not count towards the time limit. */
  async #load<Loaded>(
    load: (task: Task) => Promise<Loaded> | undefined,
    message: (loaded: Loaded | null) => ToChild,
  ): Promise<void> {
    this.#timeLimit?.cancel();
    const current = this.#current;
    if (!current) return;
    const loaded = await (load(current.task) ?? Promise.resolve(null)).catch((error: unknown) => {
      current.loadError = error;
      return null;
    });
    if (current !== this.#current) return;
    this.#limitTask();
    this.#send(message(loaded));
  }

  #settle(memoryBytes: number): void {
    this.#timeLimit?.cancel();
    this.memoryBytes = memoryBytes;
    this.#current = null;
  }

  #limitTask(): void {
    this.#limit(this.#limits.taskMs);
  }

  /** Ends the process after `ms` of processor time from now on. Replaces the previous limit. */
  #limit(ms: number): void {
    this.#timeLimit?.cancel();
    this.#timeLimit = limitProcessorTime(this.#child.pid, ms, () => {
      if (!this.isAlive) return;
      this.#tooSlow = `took more than ${ms / 1000} s to draw`;
      this.kill();
    });
  }

  #endOf(code: number | null, signal: NodeJS.Signals | null): [End, string] {
    const output = this.#output.trim();
    const how = `ended the process that drew it (${signal ?? `exit code ${code}`})${output && `: ${output}`}`;
    if (!this.#isReady) return ['outside', how];
    if (this.#tooSlow) return ['time', this.#tooSlow];
    if (signal === OVER_MEMORY) return ['memory', `took more than ${this.#limits.memoryMb} MB of memory to draw`];
    return [signal === 'SIGKILL' ? 'outside' : 'crash', how];
  }

  #end(end: End, message: string): void {
    this.isAlive = false;
    const current = this.#current;
    const failure = new ProcessEnded(end, message, current?.path ?? null);
    this.#ready.reject(failure);
    this.#settle(0);
    current?.outcome.reject(failure);
    this.#ended.resolve();
  }
}

function fromTaskError({ message, stack, issues }: TaskError): Error {
  if (issues) return new DesignError(issues);
  const error = new Error(message);
  if (stack) error.stack = stack;
  return error;
}
