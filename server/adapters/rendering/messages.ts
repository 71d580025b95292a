import type {
  CheckRequest,
  DocumentRequest,
  Parts,
  PartsRequest,
  Preview,
  PreviewRequest,
  Renderer,
  RenderRequest,
} from '../../../domain/ports/rendering.ts';
import type { Detail } from '../../../errors/detail.ts';
import type {
  CheckedValues,
  Design,
  Picture,
  PrintPages,
  ReadFont,
  RenderWarning,
} from '../../../templates-engine/index.ts';

/** Tasks of a child, with input and output. Designs and fonts are referenced by digest, and sent only if the child does not have them. */
export interface Tasks {
  render: { input: Omit<RenderRequest, 'design' | 'font'>; output: Awaited<ReturnType<Renderer['render']>> };
  checkValues: { input: Pick<CheckRequest, 'digest' | 'values' | 'pictures'>; output: CheckedValues[] };
  lightCodes: { input: { digest: string }; output: RenderWarning[] };
  thumbnail: { input: { digest: string; values: ReadonlyMap<string, string> }; output: Uint8Array };
  preview: { input: Pick<PreviewRequest, 'digest' | 'values' | 'own' | 'pictures'>; output: Preview };
  drawParts: { input: Pick<PartsRequest, 'digest' | 'values' | 'own' | 'pictures' | 'wanted'>; output: Parts };
  parseDesign: {
    input: Pick<DocumentRequest, 'document' | 'own' | 'pictures' | 'values'>;
    output: { design: Design; warnings: Detail[] };
  };
  readFont: { input: { content: Uint8Array }; output: ReadFont };
  readLetterhead: { input: { pdf: string }; output: { pdf: string; width: number; height: number } };
  drawFirstPage: { input: { pdf: Uint8Array }; output: Uint8Array };
  readPrintPages: { input: { pdfs: Uint8Array[]; bleed: number }; output: PrintPages };
  makeLogo: { input: { content: Uint8Array }; output: Uint8Array };
  makePicture: { input: { content: Uint8Array }; output: Picture };
}
export type TaskName = keyof Tasks;

/** Message from the parent: a task, or the design or font that the task requested. */
export type ToChild =
  | { kind: 'task'; name: TaskName; input: Tasks[TaskName]['input'] }
  | { kind: 'design'; json: string | null }
  | { kind: 'font'; content: Uint8Array | null };

/** Message from a child: it is ready, the current task starts a part, needs its design or a font, or has ended. */
export type FromChild =
  | { kind: 'ready' }
  | { kind: 'part'; path: string | null }
  | { kind: 'need-design' }
  | { kind: 'need-font'; digest: string }
  | { kind: 'done'; output: Tasks[TaskName]['output']; memoryBytes: number }
  | { kind: 'failed'; error: TaskError; memoryBytes: number };

/** Error as sent between processes. `issues` is set for a DesignError. */
export interface TaskError {
  message: string;
  stack: string | undefined;
  issues: Detail[] | null;
}

/** Settings of a child, passed on its command line because its environment is empty. */
export interface ChildSettings {
  parentPid: number;
  memoryBytes: number;
  /** Value of nice(1): 0 is the default, 19 the lowest priority. */
  niceness: number;
}
