import type { Command } from 'commander';
import { createOrganisation } from '../../../domain/organisations/create.ts';
import { withInstallation } from '../installation.ts';
import { Credits, Name, option } from '../options.ts';
import { print } from '../print.ts';

export function addOrganisationCommands(program: Command): void {
  program
    .command('organisation')
    .command('create')
    .requiredOption('--name <name>')
    .requiredOption('--credits <number>')
    .action(async (given: { name: string; credits: string }) => {
      const input = { name: option(Name, 'name', given.name), credits: option(Credits, 'credits', given.credits) };
      print(await withInstallation((services) => createOrganisation(services, input)));
    });
}
