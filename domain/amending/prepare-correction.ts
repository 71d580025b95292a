import { type Detail, detail } from '../../errors/detail.ts';
import { chooseTerm, expiryBy, type Term } from '../certificates/choose-term.ts';
import { correctClaims, namesOf } from '../certificates/make-claims.ts';
import { versionOf } from '../certificates/rules.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { notFound, refusal, validationError } from '../errors.ts';
import { checkContents, type PreparedCertificate } from '../issuing/prepare.ts';
import { assertUnaltered } from '../rendering/assert-genuine.ts';
import { findRenderable, type Renderable } from '../rendering/start.ts';
import { lastRevision } from '../seals/follow-chain.ts';
import { currentVersion, type IssuableVersion, issuedVersion } from '../templates/read-current-version.ts';
import { versionRules } from '../templates/rules.ts';
import { assertAmendable, expiryIssues, keptValues } from './rules.ts';
import type { CorrectCertificate } from './schemas.ts';

/** A correction that was checked for a state of the certificate. */
export interface PreparedCorrection {
  before: Renderable;
  template: IssuableVersion;
  recipient: Recipient;
  corrected: PreparedCertificate;
  /** Names of the changed fields, such as `variables.studentName`. */
  changed: string[];
}

/** Checks a correction before anything is recorded, as `correctCertificate` documents. */
export async function prepareCorrection(
  context: DomainContext,
  input: CorrectCertificate,
): Promise<PreparedCorrection> {
  const { organisationId } = context;
  const before = await findRenderable(context.em(), { organisationId, id: input.id });
  if (!before) throw notFound();
  assertAmendable(before, context.now());
  const facts = assertUnaltered(context, before);
  const template = await versionFor(context, before, input);
  const recipient = recipientFor(before, template, input);
  if (input.sendEmail && recipient.recipientEmail === undefined)
    throw validationError(detail('recipientEmail', 'email_needed'));
  const { term, issues } = termFor(context, before, input);
  const [checked] = await checkContents(context, template, [recipient], ({ variables }) => ({
    issues,
    expiresAt: term.expiresAt,
    claims: () =>
      correctClaims(context, before, {
        revision: lastRevision(facts) + 1,
        templateVersion: template.version,
        templateDigest: Buffer.from(template.digest).toString('hex'),
        ...{ templateName: template.templateName, issuerName: template.organizationName, variables },
        recipientName: variables[template.recipientNameVariable] ?? '',
        ...{ recipientEmail: recipient.recipientEmail ?? null, awardedOn: term.awardedOn },
      }),
  }));
  if (!checked?.prepared || checked.issues.length > 0) throw validationError(checked?.issues ?? []);
  const changed = changesOf(before, checked.prepared);
  if (changed.length === 0) throw refusal('no_change');
  return { before, template, recipient, corrected: checked.prepared, changed };
}

/** Returns the version to issue from. That of the certificate keeps the names at the time of issue. */
async function versionFor(
  context: DomainContext,
  row: Renderable,
  { templateVersion }: CorrectCertificate,
): Promise<IssuableVersion> {
  const version = versionOf(row);
  // Its file is that of another system. Laurel cannot render it with other values.
  if (!version || row.originalDigest) throw refusal('original_unchangeable');
  if (templateVersion === 'current') return currentVersion(context, version.templateId);
  const { templateName, issuerName } = namesOf(row);
  return {
    ...(await issuedVersion(context, version)),
    templateName: templateName ?? '',
    organizationName: issuerName,
  };
}

/** Returns the certificate's values with the corrected ones. Values that a newer version does not have any more are left out. */
function recipientFor(row: Renderable, template: IssuableVersion, given: CorrectCertificate): Recipient {
  const recipientEmail = given.recipientEmail ?? row.recipientEmail ?? undefined;
  return {
    variables: { ...keptValues(row, template), ...given.variables },
    ...(recipientEmail !== undefined && { recipientEmail }),
    // Renewals are exempt from `uniqueBy`.
    ...(row.renewalOf && { renewalOf: row.renewalOf }),
  };
}

/** Returns award and expiry. The expiry is computed again only if it came from the design and the award changes. */
function termFor(
  context: DomainContext,
  row: Renderable,
  { awardedOn = row.awardedOn }: CorrectCertificate,
): { term: Term; issues: Detail[] } {
  const { timeZone, expiresAt } = row;
  const { validity } = versionRules({ rules: row.rules });
  const isComputed =
    awardedOn !== row.awardedOn && expiresAt?.getTime() === expiryBy(validity, row.awardedOn, timeZone)?.getTime();
  const settled = isComputed ? expiryBy(validity, awardedOn, timeZone) : (expiresAt ?? null);
  const { issues } = chooseTerm({ awardedOn, expiresAt: null }, {}, { timeZone, now: context.now() });
  const term = { awardedOn, timeZone, expiresAt: settled };
  return { term, issues: issues.length > 0 ? issues : expiryIssues(settled, term, 'awardedOn') };
}

function changesOf(row: Renderable, { claims, recipientEmail, expiresAt }: PreparedCertificate): string[] {
  const names = new Set([...Object.keys(row.variables), ...Object.keys(claims.variables)]);
  return [
    ...[...names].filter((name) => row.variables[name] !== claims.variables[name]).map((name) => `variables.${name}`),
    ...(recipientEmail === (row.recipientEmail ?? null) ? [] : ['recipientEmail']),
    ...(claims.awardedOn === row.awardedOn ? [] : ['awardedOn']),
    ...(expiresAt?.getTime() === row.expiresAt?.getTime() ? [] : ['expiresAt']),
    ...(claims.templateVersion === row.templateVersion ? [] : ['templateVersion']),
  ];
}
