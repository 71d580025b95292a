import type { CheckRequest, Preview, PreviewRequest, Renderer, RenderRequest } from '../../../domain/context.ts';
import type { Design, RenderProblem } from '../../../templates-engine/index.ts';

/** The tasks of a child, with input and output. A design is named by its digest, and sent only if the child does not have it. */
export interface Tasks {
  render: { input: Omit<RenderRequest, 'design'>; output: Awaited<ReturnType<Renderer['render']>> };
  checkValues: { input: Pick<CheckRequest, 'digest' | 'values'>; output: RenderProblem[][] };
  thumbnail: { input: { digest: string }; output: Uint8Array };
  preview: { input: Pick<PreviewRequest, 'digest' | 'values'>; output: Preview };
  parseDesign: { input: { document: unknown }; output: Design };
  makeLogo: { input: { content: Uint8Array }; output: Uint8Array };
}
export type TaskName = keyof Tasks;

/** From the parent: a task, or the design that the task requested. */
export type ToChild =
  | { kind: 'task'; name: TaskName; input: Tasks[TaskName]['input'] }
  | { kind: 'design'; json: string | null };

/** From a child: it is ready for tasks; the current task begins a part, needs its design, or has ended. */
export type FromChild =
  | { kind: 'ready' }
  | { kind: 'part'; path: string | null }
  | { kind: 'need-design' }
  | { kind: 'done'; output: Tasks[TaskName]['output']; memoryBytes: number }
  | { kind: 'failed'; error: TaskError; memoryBytes: number };

/** An error as it is sent between processes; `issues` if it is a DesignError. */
export interface TaskError {
  message: string;
  stack: string | undefined;
  issues: { path: string; message: string }[] | null;
}

/** Settings of a child, passed on its command line, as its environment is empty. */
export interface ChildSettings {
  parentPid: number;
  memoryBytes: number;
  /** As of nice(1): 0 is the default, 19 the lowest priority. */
  niceness: number;
}
