import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Organisation } from '../../database/entities/organisation.ts';
import { database } from '../../database/sql.ts';
import { Scope } from '../../domain/access/allow-scopes.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { OPERATOR } from '../../domain/audit/record.ts';
import { inOrganisation, type Services } from '../../domain/context.ts';
import { addMember } from '../../domain/members/add.ts';
import { createOrganisation } from '../../domain/organisations/create.ts';
import { randomToken } from '../../domain/shared/crypto.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import type { Auth } from '../adapters/auth.ts';

export interface DemoAccess {
  key: string;
  login: { email: string; password: string };
  templateId: string;
  variables: Record<string, string>;
}

const DESIGNS = ['modern-portrait', 'arabic-appreciation', 'classic-diploma'] as const;
const VARIABLES = {
  name: 'Ada Lovelace',
  course: 'Foundations of Computing',
  distinction: 'distinction',
  date: '20 November 2026',
  director: 'Grace Hopper',
};

/**
 * Creates an organisation with templates, credits, a key and an owner on the first start of an installation. One transaction creates them
 * all, because nobody would know the password after an interrupted start. Returns null on later starts.
 */
export async function seedDemo(services: Services, auth: Auth, signal: AbortSignal): Promise<DemoAccess | null> {
  return services.em().transactional(async (em) => {
    const db = database(em);
    // If several processes start concurrently, one creates the demo and the rest wait.
    await sql`set local lock_timeout = '20s'`.execute(db);
    await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(db);
    if ((await em.count(Organisation)) > 0) return null;
    const access = await createDemo({ ...services, em: () => em }, auth);
    signal.throwIfAborted();
    return access;
  });
}

async function createDemo(services: Services, auth: Auth): Promise<DemoAccess> {
  const { id: organisationId } = await createOrganisation(services, { name: 'Laurel Academy', credits: 1000 });
  const context = { ...inOrganisation(services, organisationId), actor: OPERATOR };
  let templateId = '';
  for (const name of DESIGNS) {
    const file = new URL(`../../samples/${name}.json`, import.meta.url);
    ({ id: templateId } = await importTemplate(context, JSON.parse(await readFile(file, 'utf8'))));
  }
  const { key } = await createApiKey(context, { name: 'First key', scopes: [...Scope.options] });
  const login = { email: 'demo@laurel.example', password: randomToken(12).toString('base64url') };
  const owner = await auth.people.create(services.em(), { ...login, name: 'Demo' });
  if (owner) await addMember(services.em(), context, owner, 'owner');
  return { key, login, templateId, variables: VARIABLES };
}
