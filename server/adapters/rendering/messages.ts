import type { Preview, PreviewRequest, RenderRequest } from '../../../domain/context.ts';
import type { Design } from '../../../templates-engine/index.ts';

/** What a child can do: what each task takes and gives. Designs are asked for by digest, and sent where they are not known. */
export interface Tasks {
  render: { input: Omit<RenderRequest, 'design'>; output: { pdf: Uint8Array; image: Uint8Array } };
  thumbnail: { input: { digest: string }; output: Uint8Array };
  preview: { input: Pick<PreviewRequest, 'digest' | 'values'>; output: Preview };
  parseDesign: { input: { document: unknown }; output: Design };
  makeLogo: { input: { content: Uint8Array }; output: Uint8Array };
}
export type TaskName = keyof Tasks;

/** From the parent: a task, or the design that one has asked for. */
export type ToChild =
  | { kind: 'task'; name: TaskName; input: Tasks[TaskName]['input'] }
  | { kind: 'design'; json: string | null };

/** From a child: it takes tasks from now on; the task at hand goes on with a part, needs its design, or has ended. */
export type FromChild =
  | { kind: 'ready' }
  | { kind: 'part'; path: string | null }
  | { kind: 'need-design' }
  | { kind: 'done'; output: Tasks[TaskName]['output']; memoryBytes: number }
  | { kind: 'failed'; error: TaskError; memoryBytes: number };

/** An error as it crosses between processes; `issues` where it is a DesignError. */
export interface TaskError {
  message: string;
  stack: string | undefined;
  issues: { path: string; message: string }[] | null;
}

/** How a child is started: on its command line, as its environment is empty. */
export interface ChildSettings {
  parentPid: number;
  memoryBytes: number;
  /** As `nice` has it: 0 is everybody's, 19 yields to all others. */
  niceness: number;
}
