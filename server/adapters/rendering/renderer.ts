import { refusal } from '../../../domain/errors.ts';
import type { Parts, Preview, Renderer } from '../../../domain/ports/rendering.ts';
import { type Detail, type DetailCode, detail } from '../../../errors/detail.ts';
import { DesignError, LETTERHEAD_PATH } from '../../../templates-engine/index.ts';
import { confinedNode } from './confinement.ts';
import type { TaskName, Tasks } from './messages.ts';
import { RenderingFailure, RenderPool } from './pool.ts';
import { ProcessEnded, type Task } from './render-process.ts';

/** Memory limit, higher than any design within its limits needs. */
const MEMORY_MB = 600;
/** Processor time limit. No certificate takes this long: the process is ended and the job is retried. */
const RENDER_MS = 30_000;
/** Limits for interactive work: a preview or thumbnail, and an uploaded image. */
const PICTURE_MS = 6000;
const UPLOAD_MS = 2000;
/** Limit for checking the values of 100 certificates. */
const CHECK_MS = 6000;
const CHECKING = 2;
/** Young generation of checks, which create many small objects and no pictures. This size saves an eighth of their time. */
const CHECK_YOUNG_MB = 24;
/**
 * Lower priority than the API, jobs and the database, so that drawing does not delay them. Beside another busy program, drawing still gets
 * a quarter of a core. Checks keep the usual priority, because callers wait for them.
 */
const NICENESS = 5;
/** Even lower priority of previews, thumbnails and uploads. */
const PICTURE_NICENESS = 10;

export interface RenderProcesses extends Renderer {
  /** Starts a process in advance, so that the first certificate does not wait for it. */
  warmUp(): void;
  close(): Promise<void>;
}

/**
 * Renders in child processes: `processes` for certificates, two for previews, thumbnails and uploads, and two for checks. They run as
 * `user`, or as this process's user. `onEnd` receives each process that ends during a task. ConfigError if they cannot run as that user.
 */
export function makeRenderer(
  { processes, user }: { processes: number; user?: string | undefined },
  onEnd: (error: ProcessEnded, task: string) => void,
): RenderProcesses {
  const program = confinedNode(user);
  const certificates = new RenderPool({
    program,
    onEnd,
    processes,
    kept: 1,
    memoryMb: MEMORY_MB,
    taskMs: RENDER_MS,
    partMs: () => RENDER_MS,
    niceness: NICENESS,
  });
  const pictures = new RenderPool({
    program,
    onEnd,
    processes: 2,
    memoryMb: MEMORY_MB,
    taskMs: PICTURE_MS,
    // A page from a printer can be one picture of 300 dpi in CMYK, which takes 4 s.
    partMs: (path) => (path === LETTERHEAD_PATH ? PICTURE_MS : UPLOAD_MS),
    niceness: PICTURE_NICENESS,
    perOwner: { running: 2, waiting: 50 },
    waiting: 200,
  });
  const checks = new RenderPool({
    program,
    onEnd,
    processes: CHECKING,
    // Kept after the first check, so that later batches do not wait for processes to start.
    kept: CHECKING,
    memoryMb: MEMORY_MB,
    youngMb: CHECK_YOUNG_MB,
    taskMs: CHECK_MS,
    partMs: () => CHECK_MS,
    niceness: 0,
    perOwner: { running: 2, waiting: 200 },
    waiting: 1000,
  });
  const run = async <Name extends TaskName>(
    pool: RenderPool,
    owner: string,
    task: Task & { name: Name; input: Tasks[Name]['input'] },
  ): Promise<Tasks[Name]['output']> => (await pool.run(owner, task).catch(unavailable)) as Tasks[Name]['output'];
  return {
    render: async ({ owner, design, font, ...input }) => {
      // Always a failure, even if an outside cause ends the processes. The certificate may be the reason, and must not wait forever.
      const rendered = await certificates.run(owner, { name: 'render', input, design, font });
      return rendered as Tasks['render']['output'];
    },
    checkValues: ({ organisationId, design, font, ...input }) =>
      run(checks, organisationId, { name: 'checkValues', input, design, font }).catch(refuseDocument),
    lightCodes: ({ organisationId, digest, design, font }) =>
      run(pictures, organisationId, { name: 'lightCodes', input: { digest }, design, font }).catch(refuseDocument),
    thumbnail: ({ organisationId, digest, values, design, font }) =>
      run(pictures, organisationId, { name: 'thumbnail', input: { digest, values }, design, font }),
    preview: ({ organisationId, design, font, ...input }) =>
      run(pictures, organisationId, { name: 'preview', input, design, font }).catch(blankPreview),
    drawParts: ({ organisationId, design, font, ...input }) =>
      run(pictures, organisationId, { name: 'drawParts', input, design, font }).catch(noParts),
    parseDesign: ({ organisationId, font, ...input }) =>
      run(pictures, organisationId, { name: 'parseDesign', input, font }).catch(refuseDocument),
    readFont: (organisationId, content) =>
      run(pictures, organisationId, { name: 'readFont', input: { content } }).catch(refuseDocument),
    readLetterhead: (organisationId, pdf) =>
      run(pictures, organisationId, { name: 'readLetterhead', input: { pdf } }).catch(refuseDocument),
    drawFirstPage: (organisationId, pdf) =>
      run(pictures, organisationId, { name: 'drawFirstPage', input: { pdf } }).catch(refuseDocument),
    readPrintPages: (organisationId, pdfs, bleed) =>
      run(pictures, organisationId, { name: 'readPrintPages', input: { pdfs, bleed } }),
    makeLogo: (organisationId, content) =>
      run(pictures, organisationId, { name: 'makeLogo', input: { content } }).catch(refuseDocument),
    makePicture: (organisationId, content) =>
      run(pictures, organisationId, { name: 'makePicture', input: { content } }).catch(refuseDocument),
    warmUp: () => certificates.warmUp(),
    close: async () => {
      await Promise.all([certificates.close(), checks.close(), pictures.close()]);
    },
  };
}

/** Throws for a request, which its caller can repeat. */
function unavailable(error: unknown): never {
  if (!(error instanceof ProcessEnded)) throw error;
  throw refusal('rendering_interrupted', {}, { retryAfter: 5, cause: error });
}

/** Returns the fault of a document that ended its process. */
const issueOf = ({ path, end }: RenderingFailure): Detail => detail(path ?? 'elements', FAULTS[end]);

const FAULTS = {
  time: 'takes_too_long',
  memory: 'takes_too_much_memory',
  crash: 'not_processable',
  outside: 'not_processable',
} as const satisfies Record<RenderingFailure['end'], DetailCode>;

function blankPreview(error: unknown): Preview {
  if (!(error instanceof RenderingFailure)) throw error;
  return { png: null, issues: [issueOf(error)], problems: [] };
}

function noParts(error: unknown): Parts {
  if (!(error instanceof RenderingFailure)) throw error;
  return { parts: [], issues: [issueOf(error)], problems: [] };
}

function refuseDocument(error: unknown): never {
  throw error instanceof RenderingFailure ? new DesignError([issueOf(error)]) : error;
}
