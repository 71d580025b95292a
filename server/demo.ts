import { readFile } from 'node:fs/promises';
import { Organisation } from '../database/entities/organisation.ts';
import { createApiKey } from '../domain/api-keys/create.ts';
import { Scope } from '../domain/api-keys/scopes.ts';
import type { Services } from '../domain/context.ts';
import { createOrganisation } from '../domain/organisations/create.ts';
import { importTemplate } from '../domain/templates/import.ts';

export interface DemoAccess {
  key: string;
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

/** On the very first start: an organisation with templates and credits to try, and its key. Null on later starts. */
export async function ensureDemo(services: Services): Promise<DemoAccess | null> {
  if ((await services.em().count(Organisation)) > 0) return null;
  const { id: organisationId } = await createOrganisation(services, { name: 'Laurel Academy', credits: 1000 });
  const context = { ...services, organisationId };
  let templateId = '';
  for (const name of DESIGNS) {
    const file = new URL(`../samples/${name}.json`, import.meta.url);
    ({ id: templateId } = await importTemplate(context, JSON.parse(await readFile(file, 'utf8'))));
  }
  const { key } = await createApiKey(context, { name: 'First key', scopes: [...Scope.options] });
  return { key, templateId, variables: VARIABLES };
}
