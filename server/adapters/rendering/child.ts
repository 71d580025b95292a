import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { keptByDigest } from '../../../domain/templates/compiled.ts';
import {
  type CompiledTemplate,
  compileTemplate,
  DesignError,
  makeLogo,
  parseDesign,
  readDesign,
  renderPdf,
  renderPng,
  renderPreview,
  renderThumbnail,
} from '../../../templates-engine/index.ts';
import type { ChildSettings, FromChild, TaskError, TaskName, Tasks, ToChild } from './messages.ts';

type Handlers = { [Name in TaskName]: (input: Tasks[Name]['input']) => Promise<Tasks[Name]['output']> };

/** Designs that were published: what they hold was made safe then. */
const published = keptByDigest(async (json) => compileTemplate(readDesign(json)));
/** Designs as people write them. */
const drafts = keptByDigest(async (json) => compileTemplate(await parseDesign(JSON.parse(json), tellPart)));

const handlers: Handlers = {
  render: async ({ digest, values, info }) => {
    const template = await published(digest, askForDesign);
    return { pdf: await renderPdf(template, values, info), image: await renderPng(template, values) };
  },
  thumbnail: async ({ digest }) => renderThumbnail(await published(digest, askForDesign)),
  preview: async ({ digest, values }) => {
    let template: CompiledTemplate;
    try {
      template = await drafts(digest, askForDesign);
      return { issues: [], ...renderPreview(template, values) };
    } catch (error) {
      if (!(error instanceof DesignError)) throw error;
      return { png: null, issues: error.issues, problems: [] };
    }
  },
  parseDesign: ({ document }) => parseDesign(document, tellPart),
  makeLogo: async ({ content }) => {
    tellPart('logo');
    return makeLogo(content);
  },
};

const tell = (message: FromChild): void => void process.send?.(message);
const tellPart = (path: string | null): void => tell({ kind: 'part', path });

let giveDesign: (json: string | null) => void = () => undefined;

/** One task is at hand at a time, so the next design that comes is the one that was asked for. */
async function askForDesign(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  giveDesign = resolve;
  tell({ kind: 'need-design' });
  const json = await promise;
  if (json === null) throw new Error('the design could not be loaded');
  return json;
}

async function run(name: TaskName, input: Tasks[TaskName]['input']): Promise<void> {
  const handler = handlers[name] as (input: Tasks[TaskName]['input']) => Promise<Tasks[TaskName]['output']>;
  const outcome = await handler(input).then(
    (output) => ({ kind: 'done' as const, output }),
    (error: unknown) => ({ kind: 'failed' as const, error: toTaskError(error) }),
  );
  tell({ ...outcome, memoryBytes: process.memoryUsage.rss() });
}

function toTaskError(error: unknown): TaskError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { message, stack, issues: error instanceof DesignError ? error.issues : null };
}

function start(): void {
  const settings = JSON.parse(process.argv[2] ?? '') as ChildSettings;
  new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  });
  // Only root may go back to more.
  if (settings.niceness > getPriority()) setPriority(settings.niceness);
  // The parent says when to end, by closing the channel: a signal to the whole group is for the parent.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (message: ToChild) => {
    if (message.kind === 'design') giveDesign(message.json);
    else void run(message.name, message.input);
  });
  tell({ kind: 'ready' });
}

start();
