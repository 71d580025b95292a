import { sql } from 'kysely';
import type { CertificateData } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { COVERED, isAuthentic } from '../shared/authentic-rows.ts';
import { readRules } from '../templates/read-rules.ts';
import { versionVariables } from '../templates/read-variables.ts';
import type { Askable } from './types.ts';

type Issued = Pick<
  CertificateData,
  | ('organisationId' | 'id' | 'templateOrganisationId' | 'templateId' | 'templateVersion' | 'variables')
  | 'originalDigest'
>;
type Declared = Omit<Askable, 'value'>;
type Version = Pick<Issued, 'templateOrganisationId' | 'templateId' | 'templateVersion'>;

const keyOf = ({ templateOrganisationId, templateId, templateVersion }: Version): string =>
  `${templateOrganisationId} ${templateId} ${templateVersion}`;

/**
 * Returns the variables that recipients may ask to correct, by the ids of the certificates: those that the template's current version names
 * and the certificate's own version has. Empty for a template that was changed outside Laurel.
 */
export async function readAskable(
  em: EntityManager,
  services: Pick<Services, 'authenticator'>,
  rows: readonly Issued[],
): Promise<Map<string, Askable[]>> {
  const rulesOf = await readRules(em, services, rows);
  // The content of an original PDF cannot be corrected.
  const asked = rows.filter((row) => rulesOf(row)?.requests && !row.originalDigest);
  const variables = await readVariables(em, services, asked);
  return new Map(
    asked.map((row) => {
      const names = new Set(rulesOf(row)?.requests?.variables);
      return [row.id, (variables.get(row.id) ?? []).filter(({ name }) => names.has(name))];
    }),
  );
}

/** Returns the variables of certificates with their present values, without pictures, by the ids of the certificates. */
export async function readVariables(
  em: EntityManager,
  services: Pick<Services, 'authenticator'>,
  rows: readonly Issued[],
): Promise<Map<string, Askable[]>> {
  const declared = await readDeclared(em, services, rows);
  return new Map(
    rows.map((row) => [
      row.id,
      (declared.get(keyOf(row)) ?? []).map((one) => ({ ...one, value: valueIn(row.variables, one.name) })),
    ]),
  );
}

/** Returns the texts among the variables of the versions, by version. */
async function readDeclared(em: EntityManager, services: Pick<Services, 'authenticator'>, rows: readonly Version[]) {
  const versions = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  if (versions.length === 0) return new Map<string, Declared[]>();
  const found = await database(em)
    .selectFrom('template_versions')
    .select([...COVERED.template_versions, 'mac'])
    .where(
      sql<boolean>`(organisation_id, template_id, version) in (select * from unnest(
        ${versions.map((one) => one.templateOrganisationId)}::uuid[], ${versions.map((one) => one.templateId)}::uuid[],
        ${versions.map((one) => one.templateVersion)}::int[]))`,
    )
    .execute();
  return new Map(
    found.map((row) => {
      const key = keyOf({
        templateOrganisationId: row.organisationId,
        templateId: row.templateId,
        templateVersion: row.version,
      });
      const isGenuine = isAuthentic(services, 'template_versions', row);
      return [key, isGenuine ? textsOf(row) : []] as const;
    }),
  );
}

const textsOf = (row: Pick<Row<'template_versions'>, 'variables' | 'language' | 'recipientNameVariable'>): Declared[] =>
  versionVariables(row)
    .filter(({ type }) => type !== 'picture')
    .map(({ name, label, type, options, required }) => ({
      ...{ name, label, type, options, required, isRecipientName: name === row.recipientNameVariable },
      isLanguage: (row.language as { variable?: string } | null)?.variable === name,
    }));

/** Returns own members only, because a variable can be named `constructor`. */
const valueIn = (values: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : '';
