import type { Command } from 'commander';
import { assertNotMadeOf } from '../../../domain/access/check-password.ts';
import { Role } from '../../../domain/access/rules.ts';
import { Password } from '../../../domain/access/schemas.ts';
import type { ActingContext } from '../../../domain/context.ts';
import { CommandError, notFound } from '../../../domain/errors.ts';
import { addMember } from '../../../domain/members/add.ts';
import { findMemberships } from '../../../domain/members/find-memberships.ts';
import { listMembers } from '../../../domain/members/list.ts';
import { roleOf } from '../../../domain/members/rules.ts';
import { AccountEmail } from '../../../domain/shared/schemas.ts';
import type { Auth } from '../../adapters/auth.ts';
import { create, differencesOf, type Existing, IF_MISSING } from '../if-missing.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { option } from '../options.ts';
import { type GivenPage, givenPage, pageOfAll, withPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';

interface Given {
  organisation: string;
  email: string;
  password?: string;
  existing?: true;
  role: string;
  ifMissing?: true;
}

export function addUserCommands(program: Command, terminal: Terminal): void {
  const user = program.command('user').description('Manage users');
  user
    .command('create')
    .description('Create a user, or add an existing one to an organisation')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--email <address>', 'e-mail address of the user')
    .option('--password <password>', 'password for a new account')
    .option('--existing', 'add a user who already has an account')
    .option('--role <role>', Role.options.join(', '), 'owner')
    .option(...IF_MISSING)
    .action((given: Given) => createUser(given, terminal));
  withPages(user.command('list'))
    .description('List the users of an organisation by address')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .action(async (given: GivenPage & { organisation: string }) => {
      const asked = givenPage(given, AccountEmail);
      const list = async (context: ActingContext) => {
        const { page, nextCursor } = pageOfAll(await usersOf(context), asked, BY_ADDRESS);
        return { users: page, nextCursor };
      };
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, list)));
    });
  user
    .command('show')
    .description('Show a user and the organisations that the user belongs to')
    .requiredOption('--email <address>', 'e-mail address of the user')
    .action(async (given: { email: string }) => {
      const email = option(AccountEmail, 'email', given.email);
      const document = await withInstallation(terminal, async (services, { auth: { people } }) => {
        const person = await people.findByEmail(email);
        if (!person) throw notFound();
        return { ...person, organisations: await findMemberships(services, person.id) };
      });
      terminal.print(document);
    });
}

async function usersOf(context: ActingContext) {
  const { members } = await listMembers(context);
  return members
    .map(({ userId: id, ...member }) => ({ id, ...member }))
    .sort((one, other) => (BY_ADDRESS.isAfter(BY_ADDRESS.keyOf(one), BY_ADDRESS.keyOf(other)) ? 1 : -1));
}

/** Order by address, independently of the database's locale. Addresses are unique. */
const BY_ADDRESS = {
  keyOf: ({ email }: { email: string }): string => email.toLowerCase(),
  isAfter: (email: string, cursor: string): boolean => email > cursor.toLowerCase(),
};

const UNKNOWN_ADDRESS = 'no account has this address: use --password to create one';
const KNOWN_ADDRESS = 'this address already has an account: use --existing to add it as a member';

interface NewMember {
  email: string;
  /** Undefined for a person who has an account. */
  password: string | undefined;
  role: Role;
}

async function createUser(given: Given, terminal: Terminal): Promise<void> {
  const email = option(AccountEmail, 'email', given.email).toLowerCase();
  const password = option(Password.optional(), 'password', given.password);
  if (password !== undefined) assertNotMadeOf(email, password, '--password');
  const role = option(Role, 'role', given.role);
  if ((password === undefined) !== (given.existing === true))
    throw new CommandError(
      '--password or --existing is required: --password creates an account, --existing adds a user who has one',
    );
  const input = { email, password, role };
  const work = organisationContext(given.organisation, (context, { auth }) =>
    create(context, terminal, {
      noun: 'user',
      ifMissing: given.ifMissing,
      find: (inside) => findMember(inside, auth, input),
      create: (inside) => createMember(inside, auth, input),
    }),
  );
  terminal.print(await withInstallation(terminal, work));
}

const createMember = (context: ActingContext, { people }: Auth, { email, password, role }: NewMember) =>
  context.em().transactional(async (em) => {
    const person =
      password === undefined
        ? await people.findByEmail(email)
        : await people.create(em, { email, password, name: email });
    if (!person) throw new CommandError(`--email: ${password === undefined ? UNKNOWN_ADDRESS : KNOWN_ADDRESS}`);
    await addMember(em, context, person, role);
    return { id: person.id };
  });

/** Finds a member of the organisation. The password of an account is neither compared nor changed. */
async function findMember(
  context: ActingContext,
  { people }: Auth,
  { email, role }: NewMember,
): Promise<Existing | null> {
  const person = await people.findByEmail(email);
  if (!person) return null;
  const current = await roleOf(context, { organisationId: context.organisationId, userId: person.id });
  return current && { id: person.id, differences: differencesOf({ role: current !== role }) };
}
