import type { Command } from 'commander';
import { displayName } from '../../../domain/organisations/choose-display-name.ts';
import { createOrganisation } from '../../../domain/organisations/create.ts';
import { withInstallation } from '../installation.ts';
import { Credits, Name, option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

const OrganisationName = Name.pipe(displayName(200));

export function addOrganisationCommands(program: Command, terminal: Terminal): void {
  program
    .command('organisation')
    .description('Manage organisations')
    .command('create')
    .description('Create an organisation')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--credits <number>', 'number of credits to start with')
    .action(async (given: { name: string; credits: string }) => {
      const input = {
        name: option(OrganisationName, 'name', given.name),
        credits: option(Credits, 'credits', given.credits),
      };
      terminal.print(await withInstallation(terminal, (services) => createOrganisation(services, input)));
    });
}
