import type { EntityManager } from '../../database/orm.ts';
import { below, type Detail, detail } from '../../errors/detail.ts';
import { chooseTerm, type Term } from '../certificates/choose-term.ts';
import { claimsHash, type IssuedFrom, makeClaims } from '../certificates/make-claims.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { digestOfFile } from '../imports/name.ts';
import { findDuplicates, lockDuplicates } from '../issuing/find-duplicates.ts';
import { checkContents, lineIssues, type PreparedCertificate } from '../issuing/prepare.ts';
import { startOfDay, UTC } from '../shared/calendar.ts';
import { newId } from '../shared/ids.ts';
import { isBlank } from '../shared/schemas.ts';
import { variableNameIssues } from '../templates/match-variables.ts';
import { currentVersion, type IssuableVersion } from '../templates/read-current-version.ts';
import { versionVariables } from '../templates/read-variables.ts';
import { versionRules } from '../templates/rules.ts';
import { findIssuer, type Issuer } from './find-issuer.ts';
import { findTaken } from './find-taken.ts';
import { findUnknownFiles } from './hold-files.ts';
import type { ImportCertificates, ImportRow } from './schemas.ts';

/** Certificates that were checked for an import, without their payment. */
export interface PreparedImport {
  template: IssuableVersion | null;
  source: IssuedFrom & { organisationId: string | null };
  certificates: PreparedCertificate[];
  /** Pictures that the certificates show, with their paths. */
  pictures: { name: string; path: string }[];
}

export const pathOf = (index: number): string => `certificates[${index}]`;

/** Row that has a recipient's name, with its term and the faults so far. */
interface Row {
  /** Ids are in the order of the rows. */
  id: string;
  given: ImportRow;
  recipient: Recipient & { recipientName: string };
  term: Term;
  issues: Detail[];
}

/** Prepares the certificates of an import. Reports all faults together. NOT_FOUND for an unknown template. */
export async function prepareImport(context: DomainContext, input: ImportCertificates): Promise<PreparedImport> {
  const template = input.templateId === undefined ? null : await currentVersion(context, input.templateId);
  const source = template ?? (await findIssuer(context));
  const faults = await findFaults(context.em(), context, input, template);
  const rows = input.certificates.map((given, index) =>
    rowOf(context, given, { source, template, issues: faults[index] ?? [] }),
  );
  const issuer = input.issuer ?? null;
  const prepared = await prepareRows(context, rows, { source, template, issuer });
  const issues = prepared.flatMap((one, index) => below(pathOf(index), one.issues));
  if (issues.length > 0) throw validationError(issues);
  const certificates = prepared.flatMap(({ certificate }) => certificate ?? []);
  const pictures = certificates.flatMap((one, index) =>
    one.pictures.map((shown) => ({ ...shown, path: `${pathOf(index)}.${shown.path}` })),
  );
  return { template, source, certificates, pictures };
}

/** Checks again, in the transaction that imports, for what others may have issued or imported since. Throws VALIDATION_ERROR. */
export async function recheckImport(
  em: EntityManager,
  context: DomainContext,
  { template }: PreparedImport,
  input: ImportCertificates,
): Promise<void> {
  if (template) await lockDuplicates(em, context, template);
  await assertNoConflicts(em, context, input, template);
}

/** Throws VALIDATION_ERROR for rows that cannot be imported beside other rows, certificates and files. */
export async function assertNoConflicts(
  em: EntityManager,
  context: DomainContext,
  input: ImportCertificates,
  template: IssuableVersion | null,
): Promise<void> {
  const faults = await findFaults(em, context, input, template);
  const issues = faults.flatMap((own, index) => below(pathOf(index), own));
  if (issues.length > 0) throw validationError(issues);
}

/** Returns the faults of each row that depend on other certificates and files. */
async function findFaults(
  em: EntityManager,
  context: DomainContext,
  { certificates }: ImportCertificates,
  template: IssuableVersion | null,
): Promise<Detail[][]> {
  const taken = await findTaken(em, context, certificates);
  const unknown = await findUnknownFiles(em, context, certificates);
  const duplicates = template ? await findImportedDuplicates(em, context, template, certificates) : [];
  return certificates.map((_, index) => [
    ...(taken[index] ?? []),
    ...(unknown[index] ?? []),
    ...(duplicates[index] ?? []),
  ]);
}

/** Returns duplicates like `findDuplicates`. Rows that are revoked or expired do not count. */
async function findImportedDuplicates(
  em: EntityManager,
  context: DomainContext,
  template: IssuableVersion,
  rows: readonly ImportRow[],
): Promise<Detail[][]> {
  const { timeZone } = template;
  const isValid = (row: ImportRow): boolean => {
    const { term } = chooseTerm(row, versionRules(template), {
      ...{ timeZone: timeZone ?? UTC, now: context.now(), isImport: true },
    });
    return !row.revoked && !(term.expiresAt && term.expiresAt <= context.now());
  };
  // Without its keys, a row is no duplicate.
  const recipients = rows.map((row) => (isValid(row) ? { ...row, variables: {} } : { variables: {} }));
  return findDuplicates(em, context, template, recipients);
}

/** Returns a row with its recipient, and with the faults of its own members. */
function rowOf(
  context: DomainContext,
  given: ImportRow,
  { source, template, issues }: { source: Issuer; template: IssuableVersion | null; issues: readonly Detail[] },
): Row {
  const rules = template ? versionRules(template) : {};
  const timeZone = source.timeZone ?? UTC;
  const now = context.now();
  const { term, issues: faults } = chooseTerm(given, rules, { timeZone, now, isImport: true });
  const { recipient, issues: ofName } = recipientOf(given, template);
  const isSourced = template !== null || given.originalPdf !== undefined;
  return {
    ...{ id: newId(now), given, recipient, term },
    issues: [
      ...issues,
      ...faults,
      ...ofName,
      ...(faults.length === 0 ? revocationIssues(given, term, now) : []),
      ...(isSourced ? [] : [detail('originalPdf', 'original_or_template')]),
    ],
  };
}

function revocationIssues({ revoked }: ImportRow, { awardedOn, timeZone }: Term, now: Date): Detail[] {
  if (!revoked) return [];
  if (revoked.at > now) return [detail('revoked.at', 'too_late', { latest: now.toISOString() })];
  return revoked.at < startOfDay(awardedOn, timeZone) ? [detail('revoked.at', 'before_award', { awardedOn })] : [];
}

/** Returns the recipient with the name in both members: `recipientName` and the template's variable for it. */
function recipientOf(
  { variables = {}, recipientName: given, recipientEmail, externalId, tags, originalPdf }: ImportRow,
  template: IssuableVersion | null,
): Pick<Row, 'recipient' | 'issues'> {
  const variable = template?.recipientNameVariable;
  const valued =
    variable !== undefined && Object.hasOwn(variables, variable)
      ? variables[variable]?.normalize('NFC').trim()
      : undefined;
  const recipientName = given ?? valued ?? '';
  const recipient = {
    recipientName,
    variables: variable !== undefined && recipientName !== '' ? { ...variables, [variable]: recipientName } : variables,
    ...(recipientEmail !== undefined && { recipientEmail }),
    ...(externalId !== undefined && { externalId }),
    ...(tags !== undefined && { tags }),
  };
  const issues: Detail[] = [];
  // The name on a rendered certificate is checked with its other values.
  const isRendered = variable !== undefined && originalPdf === undefined;
  if (isBlank(recipientName) && !isRendered)
    issues.push(detail('recipientName', 'blank', { accepted: "the recipient's name" }));
  else if (variable !== undefined && valued !== undefined && valued !== recipientName)
    issues.push(detail('recipientName', 'name_differs', { variable }));
  return { recipient, issues };
}

interface Source {
  source: Issuer;
  template: IssuableVersion | null;
  issuer: string | null;
}

interface PreparedRow {
  certificate: PreparedCertificate | null;
  issues: Detail[];
}

async function prepareRows(context: DomainContext, rows: readonly Row[], of: Source): Promise<PreparedRow[]> {
  const { template } = of;
  const rendered = template ? rows.filter(({ given }) => given.originalPdf === undefined) : [];
  const recipients = rendered.map(({ recipient }) => recipient);
  const checked = template
    ? await checkContents(context, template, recipients, ({ variables }, index) => {
        const row = rendered[index] as Row;
        const recipient = { ...row.recipient, variables };
        return {
          issues: row.issues,
          expiresAt: row.term.expiresAt,
          claims: () => claimsFor(context, { ...row, recipient }, of),
        };
      })
    : [];
  const byRow = new Map(rendered.map((row, index) => [row, checked[index]]));
  return rows.map((row) => {
    const { prepared, issues } = byRow.get(row) ?? prepareOriginal(context, row, of);
    return { certificate: prepared && withImport(prepared, row.given), issues };
  });
}

/** Prepares a certificate with its original PDF. Its values are kept, but not shown in any file, so that none is required. */
function prepareOriginal(context: DomainContext, row: Row, of: Source) {
  const { template } = of;
  const ofName = template ? lineIssues(row.recipient.variables, template.recipientNameVariable) : [];
  const issues = [...row.issues, ...unknownVariables(row, template), ...ofName];
  if (issues.length > 0) return { prepared: null, issues };
  const claims = claimsFor(context, row, of);
  const { recipientEmail = null, tags = [] } = row.recipient;
  const prepared: PreparedCertificate = {
    ...{
      claims,
      hash: claimsHash(claims),
      recipientEmail,
      givenLanguage: null,
      tags,
      expiresAt: row.term.expiresAt,
    },
    ...{ pictures: [], warnings: [] },
  };
  return { prepared, issues };
}

const unknownVariables = ({ recipient, given }: Row, template: IssuableVersion | null): Detail[] => {
  const variables = template ? versionVariables(template).map((variable) => ({ ...variable, optional: true })) : [];
  return variableNameIssues(variables, Object.keys(template ? recipient.variables : (given.variables ?? {})));
};

const claimsFor = (context: DomainContext, { id, recipient, term, given }: Row, { source, issuer }: Source) =>
  makeClaims(context, source, {
    ...{ recipient, term, number: given.number ?? null },
    imported: { id, issuer, originalDigest: given.originalPdf === undefined ? null : digestOfFile(given.originalPdf) },
  });

const withImport = (prepared: PreparedCertificate, { legacyCode, revoked }: ImportRow): PreparedCertificate => ({
  ...prepared,
  imported: { payment: 'NOTHING', legacyCode: legacyCode ?? null, revoked: revoked ?? null },
});
