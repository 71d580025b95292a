import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { keptByDigest } from '../../../domain/templates/compiled.ts';
import {
  type CompiledTemplate,
  checkAllValues,
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

/** Published designs, which were validated and sanitised when they were published. */
const published = keptByDigest(async (json) => compileTemplate(readDesign(json)));
/** Drafts, which are validated here. */
const drafts = keptByDigest(async (json) => compileTemplate(await parseDesign(JSON.parse(json), sendPart)));

const handlers: Handlers = {
  render: async ({ digest, values, info }) => {
    const template = await published(digest, requestDesign);
    return { ...(await renderPdf(template, values, info)), image: await renderPng(template, values) };
  },
  checkValues: async ({ digest, values }) => checkAllValues(await published(digest, requestDesign), values),
  thumbnail: async ({ digest }) => renderThumbnail(await published(digest, requestDesign)),
  preview: async ({ digest, values }) => {
    let template: CompiledTemplate;
    try {
      template = await drafts(digest, requestDesign);
      return { issues: [], ...(await renderPreview(template, values)) };
    } catch (error) {
      if (!(error instanceof DesignError)) throw error;
      return { png: null, issues: error.issues, problems: [] };
    }
  },
  parseDesign: ({ document }) => parseDesign(document, sendPart),
  makeLogo: async ({ content }) => {
    sendPart('logo');
    return makeLogo(content);
  },
};

const send = (message: FromChild): void => void process.send?.(message);
const sendPart = (path: string | null): void => send({ kind: 'part', path });

let giveDesign: (json: string | null) => void = () => undefined;

/** There is one task at a time, so the next design that arrives is the one that was requested. */
async function requestDesign(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  giveDesign = resolve;
  send({ kind: 'need-design' });
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
  send({ ...outcome, memoryBytes: process.memoryUsage.rss() });
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
  // Only root may raise the priority again.
  if (settings.niceness > getPriority()) setPriority(settings.niceness);
  // The parent ends this process by closing the channel; signals to the process group are for the parent.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (message: ToChild) => {
    if (message.kind === 'design') giveDesign(message.json);
    else void run(message.name, message.input);
  });
  send({ kind: 'ready' });
}

start();
