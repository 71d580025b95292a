import { pause } from '../abort.ts';
import { createClient } from '../create-client.ts';
import { isLaurelError } from '../errors.ts';
import type { Client } from '../operations.ts';
import { waitUntilReady } from '../wait-until-ready.ts';
import type { TriggerCommand } from './read-command.ts';
import { UsageError } from './reason.ts';

type Template = Awaited<ReturnType<Client['templates']['get']['query']>>;

/** A sample in test mode: its template, the values for it, and the means to change its certificate. */
interface Sample {
  client: Client;
  templateId: string;
  variables: Record<string, string>;
  /** Name of a variable that takes any text; undefined without one. */
  textVariable: string | undefined;
}

const REASON = 'Sample of laurel-client';

/** Recipient and value whose outcome test mode decides (docs/test-mode.md). */
const [BOUNCED, FAILED] = ['bounced@test.laurel', 'fail@test.laurel'];
const PAST_DAY = '2020-01-31';

type Certificate = Awaited<ReturnType<Client['certificates']['get']['query']>>;
type Wishes = Partial<
  Pick<Parameters<Client['certificates']['generate']['mutate']>[0], 'recipientEmail' | 'sendEmail' | 'expiresAt'>
>;

/** Issues a certificate. Returns its id. */
async function issue({ client, templateId, variables }: Sample, wishes: Wishes = {}): Promise<string> {
  return (await client.certificates.generate.mutate({ templateId, variables, ...wishes })).id;
}

/** Issues a certificate, and waits for its files, then until its state shows that the event has happened. */
async function issueUntil(
  sample: Sample,
  wishes: Wishes,
  happened: (certificate: Certificate) => boolean,
): Promise<void> {
  const id = await issue(sample, wishes);
  await waitUntilReady(sample.client, { id });
  await waitUntil(sample, id, happened);
}

async function waitUntil({ client }: Sample, id: string, happened: (certificate: Certificate) => boolean) {
  while (!happened(await client.certificates.get.query({ id }))) await pause(300, undefined);
}

/** Issues a certificate that expires after some seconds by the clock of test mode. */
async function issueUntilExpiry(sample: Sample, seconds: number, happened: (certificate: Certificate) => boolean) {
  const { now } = await sample.client.testMode.clock.query();
  const expiresAt = new Date(Date.parse(now) + seconds * 1000).toISOString();
  await issueUntil(sample, { expiresAt }, happened);
}

/** Returns the sample with the value that makes its rendering fail, in a variable that takes any text. */
function failing({ textVariable, ...sample }: Sample): Sample {
  if (textVariable === undefined)
    throw new UsageError('The template has no text variable. Name another with --template.');
  return { ...sample, textVariable, variables: { ...sample.variables, [textVariable]: FAILED } };
}

/** Issues a certificate and waits for its files. Returns its id. */
async function issueReady(sample: Sample): Promise<string> {
  const id = await issue(sample);
  await waitUntilReady(sample.client, { id });
  return id;
}

async function completeBatch({ client, templateId, variables }: Sample): Promise<void> {
  const { batchId: id } = await client.batches.create.mutate({ templateId, recipients: [{ variables }] });
  while ((await client.batches.get.query({ id })).status !== 'COMPLETED') await pause(300, undefined);
}

/** Ways to cause an event of each type. Each uses the operations of the API, so that the event is a real one of test mode. */
const CAUSES: Readonly<Record<string, (sample: Sample) => Promise<unknown>>> = {
  'certificate.issued': (sample) => issue(sample),
  'certificate.ready': issueReady,
  'certificate.revoked': async (sample) =>
    sample.client.certificates.revoke.mutate({ id: await issueReady(sample), reason: REASON }),
  'certificate.reinstated': async (sample) => {
    const id = await issueReady(sample);
    await sample.client.certificates.revoke.mutate({ id, reason: REASON });
    await sample.client.certificates.reinstate.mutate({ id });
  },
  'certificate.renewed': async (sample) => sample.client.certificates.renew.mutate({ id: await issueReady(sample) }),
  'certificate.expiry_changed': async (sample) => {
    const id = await issueReady(sample);
    await sample.client.certificates.changeExpiry.mutate({ id, expiresAt: '2999-12-31', reason: REASON });
  },
  'certificate.failed': async (sample) =>
    waitUntil(sample, await issue(failing(sample)), ({ renderStatus }) => renderStatus === 'FAILED'),
  'certificate.bounced': (sample) =>
    issueUntil(sample, { recipientEmail: BOUNCED, sendEmail: true }, ({ emailStatus }) => emailStatus === 'BOUNCED'),
  'certificate.corrected': async (sample) => {
    const id = await issueReady(sample);
    await sample.client.certificates.correct.mutate({ id, awardedOn: PAST_DAY, reason: REASON });
  },
  // The notice precedes the expiry by up to 30 days, and is due at once.
  'certificate.expiring': (sample) => issueUntilExpiry(sample, 60 * 60, () => true),
  'certificate.expired': (sample) => issueUntilExpiry(sample, 2, ({ status }) => status === 'EXPIRED'),
  'certificate.imported': ({ client, templateId, variables }) =>
    client.imports.create.mutate({ templateId, certificates: [{ variables, awardedOn: PAST_DAY }] }),
  'batch.completed': completeBatch,
};

/**
 * Causes an event of a type in test mode, with those that precede it. Rejects with a UsageError for a type that it cannot cause, and for an
 * organisation without a template that has sample values.
 */
export async function trigger(command: TriggerCommand, print: (line: string) => void): Promise<void> {
  const { baseUrl, apiKey, type, template } = command;
  const cause = Object.hasOwn(CAUSES, type) ? CAUSES[type] : undefined;
  if (!cause) throw new UsageError(`Cannot cause ${type}. Use one of ${Object.keys(CAUSES).join(', ')}.`);
  const client = createClient({ baseUrl, apiKey });
  const { id: templateId, name, variables } = await chooseTemplate(client, template);
  const needed = variables.filter(isNeeded);
  const textVariable = needed.find(({ type }) => type === 'text')?.name;
  await cause({ client, templateId, variables: Object.fromEntries(needed.map(sampleOf)), textVariable });
  print(`Caused ${type} in test mode, with the template “${name}”.`);
}

async function chooseTemplate(client: Client, id: string | undefined): Promise<Template> {
  if (id !== undefined)
    return client.templates.get.query({ id }).catch((error: unknown) => {
      throw isLaurelError(error, 'NOT_FOUND')
        ? new UsageError('--template: not found. Use the id of a template.')
        : error;
    });
  const { templates } = await client.templates.list.query();
  const chosen = templates.find(({ variables }) => !variables.some((one) => isNeeded(one) && one.type === 'picture'));
  if (!chosen) throw new UsageError('No template without pictures. Publish one, or name one with --template.');
  return chosen;
}

type Variable = Template['variables'][number];

const isNeeded = ({ optional }: Variable): boolean => !optional;

/** Returns a valid value of a variable: its sample, or else one of its type. */
function sampleOf({ name, type, sample, options, label }: Variable): [string, string] {
  const byType = { date: '2026-01-31', number: '1', choice: options?.[0] ?? '' } as Partial<Record<string, string>>;
  return [name, sample ?? byType[type] ?? (label || name)];
}
