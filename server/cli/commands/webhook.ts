import type { Command } from 'commander';
import { Webhook } from '../../../database/entities/webhook.ts';
import { type ActingContext, inOrganisation } from '../../../domain/context.ts';
import { enableWebhook } from '../../../domain/delivering/enable.ts';
import { openSandbox } from '../../../domain/sandbox/open.ts';
import { sandboxOf } from '../../../domain/shared/ids.ts';
import { createWebhook } from '../../../domain/webhooks/create.ts';
import { listWebhookStates } from '../../../domain/webhooks/list-states.ts';
import { pingWebhook } from '../../../domain/webhooks/ping.ts';
import { getWebhook, listDeliveries, listWebhooks } from '../../../domain/webhooks/read.ts';
import { rotateSecret } from '../../../domain/webhooks/rotate-secret.ts';
import { CreateWebhook, WebhookEvent } from '../../../domain/webhooks/schemas.ts';
import { create, differencesOf, type Existing, IF_MISSING, isSameSet } from '../if-missing.ts';
import { organisationContext, ownerContext, withInstallation } from '../installation.ts';
import { listOf, Name, option } from '../options.ts';
import { type GivenPage, givenPage, NEWEST_FIRST, pageOfAll, withPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';

interface GivenWebhook {
  organisation: string;
  name: string;
  url: string;
  events: string;
  retry?: string;
  test?: true;
  ifMissing?: true;
}

export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhook = program.command('webhook').description('Manage webhooks');
  webhook
    .command('create')
    .description('Create a webhook; its signing secret is shown once')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--url <url>', 'address that receives the events')
    .requiredOption('--events <list>', `events, separated by commas: ${WebhookEvent.options.join(', ')}`)
    .option('--retry <retry>', 'contract (three attempts, the default) or day (further attempts for a day)')
    .option('--test', 'create it in test mode')
    .option(...IF_MISSING)
    .action(async (given: GivenWebhook) => {
      const { shape } = CreateWebhook;
      const input = {
        name: option(Name, 'name', given.name),
        url: option(shape.url, 'url', given.url),
        events: option(shape.events, 'events', listOf(given.events)),
        retry: option(shape.retry, 'retry', given.retry),
      };
      const work = async (live: ActingContext) =>
        create(given.test ? await openSandbox(live) : live, terminal, {
          noun: 'webhook',
          ifMissing: given.ifMissing,
          find: (inside) => findNamed(inside, input),
          create: (inside) => createWebhook(inside, input),
        });
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, work)));
    });
  withPages(webhook.command('list'))
    .description('List the webhooks with their last errors, newest first')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .option('--test', 'list those of test mode')
    .action(async (given: GivenPage & { organisation: string; test?: true }) => {
      const asked = givenPage(given);
      const list = async (context: ActingContext) => {
        const of = given.test ? inOrganisation(context, sandboxOf(context.organisationId)) : context;
        const { page, nextCursor } = pageOfAll((await listWebhookStates(of)).webhooks, asked, NEWEST_FIRST);
        return { webhooks: page, nextCursor };
      };
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, list)));
    });
  const addCommand = (
    name: string,
    description: string,
    work: (context: ActingContext, input: { id: string }) => Promise<object>,
  ) =>
    webhook
      .command(name)
      .description(description)
      .requiredOption('--id <id>', 'id of the webhook')
      .action(async ({ id }: { id: string }) => {
        terminal.print(
          await withInstallation(
            terminal,
            ownerContext(Webhook, id, (context) => work(context, { id })),
          ),
        );
      });
  addCommand('show', 'Show a webhook and its last deliveries', async (context, input) => ({
    ...(await getWebhook(context, input)),
    deliveries: await listDeliveries(context, input),
  }));
  webhook
    .command('enable')
    .description('Enable a webhook that was disabled after 5 days without a success')
    .requiredOption('--id <id>', 'id of the webhook')
    .option('--send-missed', 'send what it missed')
    .action(async ({ id, sendMissed = false }: { id: string; sendMissed?: boolean }) => {
      terminal.print(
        await withInstallation(
          terminal,
          ownerContext(Webhook, id, (context) => enableWebhook(context, { id, sendMissed })),
        ),
      );
    });
  addCommand('ping', 'Send a test event', pingWebhook);
  addCommand(
    'rotate-secret',
    'Replace the signing secret; the previous one also signs for another 24 hours',
    rotateSecret,
  );
}

/** Finds a webhook of the name. One without a difference comes before newer ones. */
async function findNamed(
  context: ActingContext,
  { name, url, events, retry = 'contract' }: CreateWebhook,
): Promise<Existing | null> {
  const { webhooks } = await listWebhooks(context);
  const found = webhooks
    .filter((webhook) => webhook.name === name)
    .map((webhook) => ({
      id: webhook.id,
      differences: differencesOf({
        url: webhook.url !== url,
        events: !isSameSet(webhook.events, events),
        retry: webhook.retry !== retry,
      }),
    }));
  return found.find(({ differences }) => differences.length === 0) ?? found[0] ?? null;
}
