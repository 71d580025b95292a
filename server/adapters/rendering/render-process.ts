import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DesignError } from '../../../templates-engine/index.ts';
import type { ChildSettings, FromChild, TaskError, TaskName, Tasks, ToChild } from './messages.ts';
import { OVER_MEMORY } from './watchdog.ts';

export interface Limits {
  /** Work on a task, and on each part of one that it names: no waiting, neither in line nor for a processor. */
  taskMs: number;
  partMs: number;
  memoryMb: number;
  niceness: number;
}

export interface Task {
  name: TaskName;
  input: Tasks[TaskName]['input'];
  /** Loads the design's JSON, where the child doesn't have it yet. */
  design?: (() => Promise<string>) | undefined;
}

/** A task that took its process along. */
export class RenderingFailure extends Error {
  override readonly name = 'RenderingFailure';
  /** The part of the document that was at hand. */
  readonly path: string | null;

  constructor(message: string, path: string | null) {
    super(message);
    this.path = path;
  }
}

interface AtHand {
  task: Task;
  outcome: PromiseWithResolvers<unknown>;
  /** The part that it is at. */
  path: string | null;
  /** Why its design could not be loaded. */
  designError?: unknown;
}

/** V8's own share; pixels and fonts are outside of it. */
const HEAP_MB = 256;
const YOUNG_MB = 8;
const START_MS = 30_000;
const KEPT_OUTPUT = 2000;
/** How many times its limit a task may take where it hardly gets a processor. */
const STARVED = 6;
const LOOK_MS = 50;

/** A child process with one task at a time: native crashes, endless loops and memory without end are its own. */
export class RenderProcess {
  readonly #limits: Limits;
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #atHand: AtHand | null = null;
  #timer: NodeJS.Timeout | undefined;
  #reason: string | null = null;
  #output = '';
  isAlive = true;
  memoryBytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    const settings: ChildSettings = {
      parentPid: process.pid,
      memoryBytes: limits.memoryMb * 1e6,
      niceness: limits.niceness,
    };
    this.#child = fork(new URL('./child.ts', import.meta.url), [JSON.stringify(settings)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${YOUNG_MB}`],
      // No process that reads untrusted bytes knows a secret.
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#ready.promise.catch(() => undefined);
    this.#limit(START_MS, 'did not start in time');
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#output = `${this.#output}${chunk}`.slice(-KEPT_OUTPUT);
    });
    this.#child.on('message', (message) => this.#receive(message as FromChild));
    this.#child.on('error', (error) => this.#end(String(error)));
    this.#child.on('close', (code, signal) => this.#end(this.#causeOf(code, signal)));
  }

  /** Resolves once the process is gone. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Runs a task; the caller sees to it that none is at hand. RenderingFailure where the process did not survive it. */
  async run(task: Task): Promise<unknown> {
    const outcome = Promise.withResolvers<unknown>();
    this.#atHand = { task, outcome, path: null };
    this.#ready.promise.then(() => {
      this.#limitTask();
      this.#send({ kind: 'task', name: task.name, input: task.input });
    }, outcome.reject);
    return outcome.promise;
  }

  kill(reason = 'was ended'): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  #send(message: ToChild): void {
    // The death of the process is reported by `close`.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #receive(message: FromChild): void {
    const atHand = this.#atHand;
    if (message.kind === 'ready') {
      clearTimeout(this.#timer);
      this.#ready.resolve();
    } else if (message.kind === 'part') {
      if (atHand) atHand.path = message.path;
      this.#limit(message.path === null ? this.#limits.taskMs : this.#limits.partMs);
    } else if (message.kind === 'need-design') {
      clearTimeout(this.#timer);
      void this.#sendDesign();
    } else {
      this.#settle(message.memoryBytes);
      if (message.kind === 'done') atHand?.outcome.resolve(message.output);
      else atHand?.outcome.reject(atHand.designError ?? fromTaskError(message.error));
    }
  }

  async #sendDesign(): Promise<void> {
    const atHand = this.#atHand;
    const json = await (atHand?.task.design?.() ?? Promise.resolve(null)).catch((error: unknown) => {
      if (atHand) atHand.designError = error;
      return null;
    });
    if (!atHand || atHand !== this.#atHand) return;
    this.#limitTask();
    this.#send({ kind: 'design', json });
  }

  #settle(memoryBytes: number): void {
    clearTimeout(this.#timer);
    this.memoryBytes = memoryBytes;
    this.#atHand = null;
  }

  #limitTask(): void {
    this.#limit(this.#limits.taskMs);
  }

  /** Ends the process once it has worked for so long; where others keep the processors busy, that may be later. */
  #limit(ms: number, reason = `took more than ${ms / 1000} s to draw`): void {
    clearTimeout(this.#timer);
    const [started, workedBefore] = [performance.now(), workedMs(this.#child.pid) ?? 0];
    const look = () => {
      const passed = performance.now() - started;
      const worked = workedMs(this.#child.pid);
      const left = worked === null || passed > ms * STARVED ? 0 : ms - (worked - workedBefore);
      if (left <= 0) this.kill(reason);
      else this.#timer = setTimeout(look, Math.max(left, LOOK_MS));
    };
    this.#timer = setTimeout(look, ms);
  }

  #causeOf(code: number | null, signal: NodeJS.Signals | null): string {
    if (this.#reason) return this.#reason;
    if (signal === OVER_MEMORY) return `took more than ${this.#limits.memoryMb} MB of memory to draw`;
    const said = this.#output.trim();
    return `ended the process that drew it (${signal ?? `exit code ${code}`})${said && `: ${said}`}`;
  }

  #end(cause: string): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    const atHand = this.#atHand;
    const failure = new RenderingFailure(cause, atHand?.path ?? null);
    this.#ready.reject(failure);
    this.#settle(0);
    atHand?.outcome.reject(failure);
    this.#ended.resolve();
  }
}

/** Processor time of a process (proc(5), stat: utime and stime in hundredths); null where the system doesn't tell. */
function workedMs(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

function fromTaskError({ message, stack, issues }: TaskError): Error {
  if (issues) return new DesignError(issues);
  const error = new Error(message);
  if (stack) error.stack = stack;
  return error;
}
