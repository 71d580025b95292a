import { type DomainError, refusal } from '../../../domain/errors.ts';
import { type Limits, ProcessEnded, RenderProcess, type Task } from './render-process.ts';

interface PoolOptions extends Limits {
  /** Maximum number of processes. Each is started on demand and ended when idle. */
  processes: number;
  /** Number of processes that stay when idle. Starting one takes 0.3 s, and the fonts of its first design as long again. */
  kept?: number;
  /** Maximum running and waiting tasks per owner. `waiting` below is the limit for all owners. */
  perOwner?: { running: number; waiting: number };
  waiting?: number;
  /** Called for each process that ends during a task. */
  onEnd(error: ProcessEnded, task: string): void;
}

interface Waiting {
  task: Task;
  owner: string;
  outcome: PromiseWithResolvers<unknown>;
}

/** Failure of a task whose process took too long or too much memory, or crashed. A retry would fail, too. */
export class RenderingFailure extends Error {
  override readonly name = 'RenderingFailure';
  /** Part of the document that was being processed. */
  readonly path: string | null;
  readonly end: ProcessEnded['end'];

  constructor({ message, path, end }: ProcessEnded) {
    super(message);
    this.end = end;
    this.path = path;
  }
}

const IDLE_MS = 60_000;
/** Maximum processes for a task if causes other than the task end them. */
const MAX_ATTEMPTS = 3;
/** Share of the memory limit at which a process is replaced after a task. WebAssembly's memory and caches never shrink. */
const RETIRED_AT = 0.7;

/** Runs tasks in child processes. The owner with the fewest running tasks is next, with its oldest task. */
export class RenderPool {
  readonly #options: PoolOptions;
  readonly #idle = new Map<RenderProcess, NodeJS.Timeout>();
  readonly #processes = new Set<RenderProcess>();
  readonly #running = new Map<string, number>();
  #waiting: Waiting[] = [];
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts the idle processes, so that the first tasks do not wait for them. */
  warmUp(): void {
    const { kept = 0 } = this.#options;
    while (!this.#isClosed && this.#processes.size < kept) this.#giveBack(this.#start());
  }

  /**
   * Runs a task. RenderingFailure if the task ends its process, ProcessEnded if other causes keep ending them. RATE_LIMITED if too many
   * tasks of the owner wait, SERVICE_UNAVAILABLE if too many of all owners do.
   */
  run(owner: string, task: Task): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(closed());
    const refusal = this.#refusal(owner);
    if (refusal) return Promise.reject(refusal);
    const outcome = Promise.withResolvers<unknown>();
    this.#waiting.push({ task, owner, outcome });
    this.#next();
    return outcome.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { outcome } of this.#waiting.splice(0)) outcome.reject(closed());
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const process of this.#processes) process.kill();
    await Promise.all([...this.#processes].map(({ ended }) => ended));
  }

  #refusal(owner: string): DomainError | null {
    const { perOwner, waiting = Number.POSITIVE_INFINITY } = this.#options;
    const own = this.#waiting.filter((one) => one.owner === owner).length;
    if (perOwner && own >= perOwner.waiting) return refusal('drawings_busy', { count: own }, { retryAfter: 5 });
    if (this.#waiting.length < waiting) return null;
    return refusal('overloaded', {}, { retryAfter: 5 });
  }

  #next(): void {
    if (this.#isClosed) return;
    const isFree = this.#idle.size > 0 || this.#processes.size < this.#options.processes;
    const next = isFree ? this.#choose() : null;
    if (!next) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    this.#running.set(next.owner, this.#runningOf(next.owner) + 1);
    this.#runTask(next.task)
      .then(next.outcome.resolve, next.outcome.reject)
      .finally(() => {
        const left = this.#runningOf(next.owner) - 1;
        if (left > 0) this.#running.set(next.owner, left);
        else this.#running.delete(next.owner);
        this.#next();
      });
    this.#next();
  }

  /** Runs a task. Retries it in a new process if earlier tasks or an outside cause may have ended the first one. */
  async #runTask(task: Task): Promise<unknown> {
    let process = this.#take();
    for (let attempt = 1; ; attempt += 1) {
      const isNew = !process.hasRun;
      try {
        return await process.run(task);
      } catch (error) {
        if (!(error instanceof ProcessEnded) || this.#isClosed) throw error;
        this.#options.onEnd(error, task.name);
        if (error.end === 'time' || (isNew && error.end !== 'outside')) throw new RenderingFailure(error);
        if (attempt === MAX_ATTEMPTS) throw error;
      } finally {
        this.#giveBack(process);
      }
      process = this.#start();
    }
  }

  #choose(): Waiting | null {
    const most = this.#options.perOwner?.running ?? Number.POSITIVE_INFINITY;
    const counted = this.#waiting.map((one) => ({ one, running: this.#runningOf(one.owner) }));
    const least = Math.min(...counted.map(({ running }) => running));
    return least < most ? (counted.find(({ running }) => running === least)?.one ?? null) : null;
  }

  #runningOf(owner: string): number {
    return this.#running.get(owner) ?? 0;
  }

  /** Returns the most recently used idle process, so that the rest can end, or a new process. */
  #take(): RenderProcess {
    const [process, timer] = [...this.#idle].findLast(([{ isAlive }]) => isAlive) ?? [];
    if (process) {
      clearTimeout(timer);
      this.#idle.delete(process);
      return process;
    }
    return this.#start();
  }

  #start(): RenderProcess {
    const started = new RenderProcess(this.#options);
    this.#processes.add(started);
    started.ended.then(() => {
      clearTimeout(this.#idle.get(started));
      this.#idle.delete(started);
      this.#processes.delete(started);
      this.#next();
    });
    return started;
  }

  #giveBack(process: RenderProcess): void {
    const isFull = process.memoryBytes > this.#options.memoryMb * 1e6 * RETIRED_AT;
    if (isFull) process.kill();
    if (isFull || !process.isAlive) {
      this.#processes.delete(process);
      return;
    }
    const timer = setTimeout(() => {
      if (this.#processes.size <= (this.#options.kept ?? 0)) return;
      this.#idle.delete(process);
      process.kill();
    }, IDLE_MS);
    timer.unref();
    this.#idle.set(process, timer);
  }
}

const closed = () => new ProcessEnded('outside', 'the renderer is closed', null);
