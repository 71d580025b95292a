import type { Command } from 'commander';
import { Webhook } from '../../../database/entities/webhook.ts';
import type { ActingContext } from '../../../domain/context.ts';
import { enableWebhook } from '../../../domain/delivering/enable.ts';
import { createWebhook } from '../../../domain/webhooks/create.ts';
import { listWebhookStates } from '../../../domain/webhooks/list-states.ts';
import { pingWebhook } from '../../../domain/webhooks/ping.ts';
import { getWebhook, listDeliveries } from '../../../domain/webhooks/read.ts';
import { rotateSecret } from '../../../domain/webhooks/rotate-secret.ts';
import { CreateWebhook, WebhookEvent } from '../../../domain/webhooks/schemas.ts';
import { organisationContext, ownerContext, withInstallation } from '../installation.ts';
import { listOf, Name, option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

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
    .action(async (given: { organisation: string; name: string; url: string; events: string; retry?: string }) => {
      const { shape } = CreateWebhook;
      const input = {
        name: option(Name, 'name', given.name),
        url: option(shape.url, 'url', given.url),
        events: option(shape.events, 'events', listOf(given.events)),
        retry: option(shape.retry, 'retry', given.retry),
      };
      terminal.print(
        await withInstallation(
          terminal,
          organisationContext(given.organisation, (context) => createWebhook(context, input)),
        ),
      );
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
  webhook
    .command('list')
    .description('List the webhooks of an organisation with their last errors')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .action(async (given: { organisation: string }) => {
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, listWebhookStates)));
    });
  addCommand('ping', 'Send a test event', pingWebhook);
  addCommand(
    'rotate-secret',
    'Replace the signing secret; the previous one also signs for another 24 hours',
    rotateSecret,
  );
}
