import { Command, CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { addAddressesCommands } from './commands/addresses.ts';
import { addApiKeyCommands } from './commands/api-key.ts';
import { addCertificateCommands } from './commands/certificate.ts';
import { addCreditsCommands } from './commands/credits.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addFontCommands } from './commands/font.ts';
import { addImportAllowanceCommands } from './commands/import-allowance.ts';
import { addKeysCommands } from './commands/keys.ts';
import { addLogCommands } from './commands/log.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addNumberSeriesCommands } from './commands/number-series.ts';
import { addOrganisationCommands } from './commands/organisation.ts';
import { addReconcileCommand } from './commands/reconcile.ts';
import { addSecretsCommands } from './commands/secrets.ts';
import { addStorageCommands } from './commands/storage.ts';
import { addTemplateCommands } from './commands/template.ts';
import { addUserCommands } from './commands/user.ts';
import { addWebhookCommands } from './commands/webhook.ts';
import { reasonOf } from './reason.ts';
import type { Terminal } from './terminal.ts';

/** Commands in the order of `--help`. */
const COMMANDS = [
  addDoctorCommand,
  addMigrateCommand,
  addOrganisationCommands,
  addCreditsCommands,
  addApiKeyCommands,
  addTemplateCommands,
  addFontCommands,
  addNumberSeriesCommands,
  addCertificateCommands,
  addImportAllowanceCommands,
  addWebhookCommands,
  addUserCommands,
  addReconcileCommand,
  addKeysCommands,
  addAddressesCommands,
  addLogCommands,
  addStorageCommands,
  addSecretsCommands,
];

/** Runs the command that the arguments name. Reports an error in one line. */
export async function runCommand(args: string[], terminal: Terminal): Promise<void> {
  const program = new Command('laurel')
    .description(
      'For the operator of an installation. Each command but doctor prints one JSON document; a failure is one line on stderr.',
    )
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.printText(text), writeErr: () => undefined })
    .showHelpAfterError(false);
  for (const addTo of COMMANDS) addTo(program, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.exitCode === 0;
    if (!isHelp) terminal.fail(reasonOf(error));
  }
}
