import type { Command } from 'commander';
import { Webhook } from '../../../database/entities/webhook.ts';
import type { ActingContext } from '../../../domain/context.ts';
import { createWebhook } from '../../../domain/webhooks/create.ts';
import { pingWebhook } from '../../../domain/webhooks/ping.ts';
import { getWebhook, listDeliveries } from '../../../domain/webhooks/read.ts';
import { rotateSecret } from '../../../domain/webhooks/rotate-secret.ts';
import { CreateWebhook } from '../../../domain/webhooks/schemas.ts';
import { organisationContext, ownerContext, withInstallation } from '../installation.ts';
import { listOf, Name, option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhook = program.command('webhook');
  webhook
    .command('create')
    .requiredOption('--organisation <id>')
    .requiredOption('--name <name>')
    .requiredOption('--url <url>')
    .requiredOption('--events <list>')
    .action(async (given: { organisation: string; name: string; url: string; events: string }) => {
      const { shape } = CreateWebhook;
      const input = {
        name: option(Name, 'name', given.name),
        url: option(shape.url, 'url', given.url),
        events: option(shape.events, 'events', listOf(given.events)),
      };
      terminal.print(
        await withInstallation(
          terminal,
          organisationContext(given.organisation, (context) => createWebhook(context, input)),
        ),
      );
    });
  const addCommand = (name: string, work: (context: ActingContext, input: { id: string }) => Promise<object>) =>
    webhook
      .command(name)
      .requiredOption('--id <id>')
      .action(async ({ id }: { id: string }) => {
        terminal.print(
          await withInstallation(
            terminal,
            ownerContext(Webhook, id, (context) => work(context, { id })),
          ),
        );
      });
  addCommand('show', async (context, input) => ({
    ...(await getWebhook(context, input)),
    deliveries: await listDeliveries(context, input),
  }));
  addCommand('ping', pingWebhook);
  addCommand('rotate-secret', rotateSecret);
}
