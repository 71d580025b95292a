import type { Command } from 'commander';
import { assertNotMadeOf } from '../../../domain/access/check-password.ts';
import { Role } from '../../../domain/access/rules.ts';
import { Password } from '../../../domain/access/schemas.ts';
import { CommandError } from '../../../domain/errors.ts';
import { addMember } from '../../../domain/members/add.ts';
import { AccountEmail } from '../../../domain/shared/schemas.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

interface Given {
  organisation: string;
  email: string;
  password?: string;
  existing?: true;
  role: string;
}

export function addUserCommands(program: Command, terminal: Terminal): void {
  program
    .command('user')
    .description('Manage users')
    .command('create')
    .description('Create a user, or add an existing one to an organisation')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--email <address>', 'e-mail address of the user')
    .option('--password <password>', 'password for a new account')
    .option('--existing', 'add a user who already has an account')
    .option('--role <role>', Role.options.join(', '), 'owner')
    .action((given: Given) => createUser(given, terminal));
}

const UNKNOWN_ADDRESS = 'no account has this address: use --password to create one';
const KNOWN_ADDRESS = 'this address already has an account: use --existing to add it as a member';

async function createUser(given: Given, terminal: Terminal): Promise<void> {
  const email = option(AccountEmail, 'email', given.email).toLowerCase();
  const password = option(Password.optional(), 'password', given.password);
  if (password !== undefined) assertNotMadeOf(email, password, '--password');
  const role = option(Role, 'role', given.role);
  if ((password === undefined) !== (given.existing === true))
    throw new CommandError(
      '--password or --existing is required: --password creates an account, --existing adds a user who has one',
    );
  const work = organisationContext(given.organisation, (context, { auth: { people } }) =>
    context.em().transactional(async (em) => {
      const person =
        password === undefined
          ? await people.findByEmail(email)
          : await people.create(em, { email, password, name: email });
      if (!person) throw new CommandError(`--email: ${password === undefined ? UNKNOWN_ADDRESS : KNOWN_ADDRESS}`);
      await addMember(em, context, person, role);
      return { id: person.id };
    }),
  );
  terminal.print(await withInstallation(terminal, work));
}
