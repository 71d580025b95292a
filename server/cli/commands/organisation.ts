import type { Command } from 'commander';
import type { ActingContext, Services } from '../../../domain/context.ts';
import { readCredits } from '../../../domain/credits/read.ts';
import { displayName } from '../../../domain/organisations/choose-display-name.ts';
import { createOrganisation } from '../../../domain/organisations/create.ts';
import { findOrganisationByName } from '../../../domain/organisations/find-by-name.ts';
import { listOrganisations } from '../../../domain/organisations/list.ts';
import { readOrganisation } from '../../../domain/organisations/read.ts';
import { create, differencesOf, IF_MISSING } from '../if-missing.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { Credits, Name, option } from '../options.ts';
import { type GivenPage, givenPage, withPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';

const OrganisationName = Name.pipe(displayName(200));

export function addOrganisationCommands(program: Command, terminal: Terminal): void {
  const organisation = program.command('organisation').description('Manage organisations');
  organisation
    .command('create')
    .description('Create an organisation')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--credits <number>', 'number of credits to start with')
    .option(...IF_MISSING)
    .action(async (given: { name: string; credits: string; ifMissing?: true }) => {
      const name = option(OrganisationName, 'name', given.name);
      const credits = option(Credits, 'credits', given.credits);
      const work = (services: Services) =>
        create(services, terminal, {
          noun: 'organisation',
          ifMissing: given.ifMissing,
          async find(inside) {
            const found = await findOrganisationByName(inside, name);
            return found && { id: found.id, differences: differencesOf({ credits: found.firstCredits !== credits }) };
          },
          create: (inside) => createOrganisation(inside, { name, credits }),
        });
      terminal.print(await withInstallation(terminal, work));
    });
  withPages(organisation.command('list'))
    .description('List the organisations and their credits, newest first')
    .action(async (given: GivenPage) => {
      const page = givenPage(given);
      terminal.print(await withInstallation(terminal, (services) => listOrganisations(services, page)));
    });
  organisation
    .command('show')
    .description('Show an organisation')
    .requiredOption('--id <id>', 'id of the organisation')
    .action(async ({ id }: { id: string }) => {
      const show = async (context: ActingContext) => ({
        id: context.organisationId,
        credits: (await readCredits(context)).balance,
        ...(await readOrganisation(context)),
      });
      terminal.print(await withInstallation(terminal, organisationContext(id, show, 'id')));
    });
}
