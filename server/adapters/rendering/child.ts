import { getPriority, setPriority } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { keptByDigest, compiledTexts as texts } from '../../../domain/templates/compile-texts.ts';
import { detail } from '../../../errors/detail.ts';
import {
  type CompiledTemplate,
  checkAllValues,
  compileTemplate,
  DesignError,
  drawFirstPage,
  fetchingFonts,
  type GivenPictures,
  lightCodesOf,
  makeLogo,
  makePicture,
  markedAsTest,
  parseWithWarnings,
  readDesign,
  readFont,
  readPrintPages,
  renderElements,
  renderPdf,
  renderPng,
  renderPreview,
  renderThumbnail,
  takeLetterhead,
  withoutFaulty,
} from '../../../templates-engine/index.ts';
import type { ChildSettings, FromChild, TaskError, TaskName, Tasks, ToChild } from './messages.ts';
import { IDLE, TASK, type Watched } from './watchdog.ts';

/** Limit of processor time for all faces of a font, in µs. Each face also has the limit for a part of an upload. */
const MAX_FONT_US = 8e6;

type Handlers = { [Name in TaskName]: (input: Tasks[Name]['input']) => Promise<Tasks[Name]['output']> };

/** Compiles published designs, which were validated and sanitised when they were published. */
const published = keptByDigest(async (json) => compileTemplate(readDesign(json)));
/**
 * Compiles drafts, and validates them first. Their cache key covers the organisation's fonts and the pictures that a draft names, so every
 * task has them.
 */
const drafts = keptByDigest(async (json) => {
  const { document, own } = JSON.parse(json) as Pick<Tasks['parseDesign']['input'], 'document' | 'own'>;
  const { design } = await parseDocument({ document, own, pictures: ofTask, values: new Map() });
  return compileTemplate(design);
});
let ofTask: GivenPictures = new Map();
const parseDocument = ({ document, own, pictures, values }: Tasks['parseDesign']['input']) =>
  parseWithWarnings(document, { own, pictures, values, fetchFont: requestFont, onPart: sendPart });

const handlers: Handlers = {
  render: async ({ digest, values, pictures, info, test }) => {
    const design = await published(digest, requestDesign);
    return fetchingFonts(async () => {
      const template = test ? markedAsTest(design, values, test.language) : design;
      // Another thread decodes pictures for the image while the PDF is written.
      const image = renderPng(template, values, pictures);
      const pdf = renderPdf(template, values, info, pictures);
      // Both must end before either starts again.
      await Promise.allSettled([image, pdf]);
      return { ...(await pdf), image: await image };
    }, requestFont);
  },
  checkValues: async ({ digest, values, pictures }) => {
    const template = await texts(digest, requestDesign);
    return fetchingFonts(() => checkAllValues(template, values, pictures), requestFont);
  },
  lightCodes: async ({ digest }) => {
    const template = await published(digest, requestDesign);
    return fetchingFonts(() => lightCodesOf(template), requestFont);
  },
  thumbnail: async ({ digest, values }) => {
    const template = await published(digest, requestDesign);
    return fetchingFonts(() => renderThumbnail(template, values), requestFont);
  },
  preview: async ({ digest, values, own, pictures }) => {
    ofTask = pictures;
    let template: CompiledTemplate;
    try {
      template = own ? await drafts(digest, requestDesign) : await published(digest, requestDesign);
      return { issues: [], ...(await fetchingFonts(() => renderPreview(template, values, pictures), requestFont)) };
    } catch (error) {
      if (!(error instanceof DesignError)) throw error;
      return { png: null, issues: error.issues, problems: [] };
    }
  },
  drawParts: async ({ digest, values, pictures, wanted }) => {
    ofTask = pictures;
    const draw = (template: CompiledTemplate) =>
      fetchingFonts(() => renderElements(template, values, wanted, pictures), requestFont);
    try {
      return { issues: [], ...(await draw(await drafts(digest, requestDesign))) };
    } catch (error) {
      if (!(error instanceof DesignError)) throw error;
      const { issues } = error;
      const { document, own } = JSON.parse(await requestDesign()) as Pick<
        Tasks['parseDesign']['input'],
        'document' | 'own'
      >;
      const rest = withoutFaulty(document, issues);
      if (!rest) return { parts: [], issues, problems: [] };
      try {
        const json = JSON.stringify({ document: rest.document, own });
        const drawn = await draw(await drafts(`${digest} without ${rest.faulty}`, async () => json));
        const isRight = ({ element }: { element: number | null }) => !rest.faulty.includes(element ?? -1);
        return { parts: drawn.parts.filter(isRight), issues, problems: drawn.problems.filter(isRight) };
      } catch (further) {
        if (!(further instanceof DesignError)) throw further;
        return { parts: [], issues, problems: [] };
      }
    }
  },
  parseDesign: parseDocument,
  readFont: ({ content }) => {
    const started = process.cpuUsage();
    return readFont(content, () => {
      const { user, system } = process.cpuUsage(started);
      if (user + system > MAX_FONT_US) throw new DesignError([detail('file', 'takes_too_long')]);
      sendPart('file');
    });
  },
  readLetterhead: ({ pdf }) => takeLetterhead(pdf, sendPart),
  drawFirstPage: ({ pdf }) => drawFirstPage(pdf),
  readPrintPages: ({ pdfs, bleed }) => readPrintPages(pdfs, bleed),
  makeLogo: async ({ content }) => {
    sendPart('logo');
    return makeLogo(content);
  },
  makePicture: async ({ content }) => {
    sendPart('file');
    return makePicture(content, 'file');
  },
};

const send = (message: FromChild): void => void process.send?.(message);
const sendPart = (path: string | null): void => send({ kind: 'part', path });

type Given = Exclude<ToChild, { kind: 'task' }>;
let give: (given: Given) => void = () => undefined;

/** Requests a design or a font from the parent. There is one task at a time, so the next message is the answer. */
async function request(message: FromChild): Promise<Given> {
  const { promise, resolve } = Promise.withResolvers<Given>();
  give = resolve;
  send(message);
  return promise;
}

async function requestDesign(): Promise<string> {
  const given = await request({ kind: 'need-design' });
  if (given.kind !== 'design' || given.json === null) throw new Error('the design could not be loaded');
  return given.json;
}

async function requestFont(digest: string): Promise<Uint8Array> {
  const given = await request({ kind: 'need-font', digest });
  if (given.kind !== 'font' || given.content === null) throw new Error(`the font ${digest} could not be loaded`);
  return given.content;
}

/** State shared with the watchdog. */
const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

async function run(name: TaskName, input: Tasks[TaskName]['input']): Promise<void> {
  Atomics.store(state, 0, TASK);
  Atomics.notify(state, 0);
  const handler = handlers[name] as (input: Tasks[TaskName]['input']) => Promise<Tasks[TaskName]['output']>;
  const outcome = await handler(input).then(
    (output) => ({ kind: 'done' as const, output }),
    (error: unknown) => ({ kind: 'failed' as const, error: toTaskError(endIfBroken(error)) }),
  );
  Atomics.store(state, 0, IDLE);
  send({ ...outcome, memoryBytes: process.memoryUsage.rss() });
}

/** Exits after a WebAssembly trap, as after a crash of native code, because the memory may be corrupt. */
function endIfBroken(error: unknown): unknown {
  if (!(error instanceof WebAssembly.RuntimeError)) return error;
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}

function toTaskError(error: unknown): TaskError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { message, stack, issues: error instanceof DesignError ? error.issues : null };
}

function start(): void {
  const settings = JSON.parse(process.argv[2] ?? '') as ChildSettings;
  new Worker(join(import.meta.dirname, `watchdog${extname(import.meta.filename)}`), {
    workerData: { ...settings, state } satisfies Watched,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  });
  // Only root can raise the priority again.
  if (settings.niceness > getPriority()) setPriority(settings.niceness);
  // The parent ends this process by closing the channel. Signals to the process group are meant for the parent.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (message: ToChild) => {
    if (message.kind === 'task') void run(message.name, message.input);
    else give(message);
  });
  send({ kind: 'ready' });
}

start();
