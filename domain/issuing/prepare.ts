import type { ImportPayment } from '../../database/entities/certificate.ts';
import { below, type Detail, detail } from '../../errors/detail.ts';
import { hasLineControl } from '../../errors/text-fault.ts';
import { completeValues, type RenderProblem, type VariableDetails } from '../../templates-engine/index.ts';
import { chooseTerm } from '../certificates/choose-term.ts';
import { type Claims, claimsHash, makeClaims, placeholderValues } from '../certificates/make-claims.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { UTC } from '../shared/calendar.ts';
import { mapInSlices } from '../shared/slices.ts';
import { findProblems } from '../templates/find-problems.ts';
import { blankValueIssues, variableNameIssues, variablePath } from '../templates/match-variables.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import { versionVariables } from '../templates/read-variables.ts';
import { versionRules } from '../templates/rules.ts';
import { findDuplicates } from './find-duplicates.ts';
import { findPictures, type ShownPicture } from './find-pictures.ts';
import { findRenewed } from './find-renewed.ts';

/** A validated certificate that is not recorded yet. */
export interface PreparedCertificate {
  claims: Claims;
  hash: Buffer;
  recipientEmail: string | null;
  /** Language of mails and page, if it was given. */
  givenLanguage: string | null;
  expiresAt: Date | null;
  tags: readonly string[];
  /** True for the renewal of a certificate whose recipient has hidden its page. */
  isHidden?: boolean;
  /** Pictures that must not be deleted once the certificate is recorded. */
  pictures: readonly ShownPicture[];
  /** Set for a certificate that was issued elsewhere. */
  imported?: ImportedPart;
  /** Remarks on content that is accepted. */
  warnings: Detail[];
}

/** Facts about an imported certificate that its claims do not have. */
interface ImportedPart {
  payment: ImportPayment;
  legacyCode: string | null;
  /** Revocation elsewhere. */
  revoked: { at: Date; reason: string } | null;
}

/** Result of a check. `prepared` is null if the variables' names are wrong. */
interface CheckedRecipient {
  prepared: PreparedCertificate | null;
  issues: Detail[];
}

/**
 * Prepares a certificate for each recipient, before a credit is spent. Rejects unknown names, unaccepted values, texts that do not fit
 * their box, and characters that no font has. Reports all faults together, with `prefix(index)` before each path.
 */
export async function prepareCertificates(
  context: DomainContext,
  template: IssuableVersion,
  recipients: readonly Recipient[],
  { prefix, numbers }: { prefix: (index: number) => string; numbers: readonly string[] | null },
): Promise<PreparedCertificate[]> {
  const checked = await checkRecipients(context, template, recipients, numbers);
  const issues = checked.flatMap((one, index) => below(prefix(index), one.issues));
  if (issues.length > 0) throw validationError(issues);
  return checked.flatMap(({ prepared }) => prepared ?? []);
}

/** Returns each recipient's certificate with its number, or its faults with paths such as `variables.name`. */
export async function checkRecipients(
  context: DomainContext,
  template: IssuableVersion,
  recipients: readonly Recipient[],
  numbers: readonly string[] | null,
): Promise<CheckedRecipient[]> {
  const rules = versionRules(template);
  const timeZone = template.timeZone ?? UTC;
  const duplicates = await findDuplicates(context.em(), context, template, recipients);
  const renewed = await findRenewed(context.em(), context, recipients);
  return checkContents(context, template, recipients, (recipient, index) => {
    const { id: renewalOf = null, issues: faults = [] } = renewed[index] ?? {};
    const { term, issues } = chooseTerm(recipient, rules, { timeZone, now: context.now() });
    return {
      issues: [...faults, ...issues, ...(duplicates[index] ?? [])],
      expiresAt: term.expiresAt,
      claims: () =>
        makeClaims(context, template, {
          recipient: { ...recipient, recipientName: recipient.variables[template.recipientNameVariable] ?? '' },
          ...{ term, number: numbers?.[index] ?? null, renewalOf },
        }),
    };
  });
}

/** Claims and expiry of a certificate, with the faults that prevent them. */
interface Settled {
  issues: Detail[];
  expiresAt: Date | null;
  claims(): Claims;
}

/** Checks values against a template, and the certificates that `settle` makes of them, with complete values. */
export async function checkContents(
  context: DomainContext,
  template: IssuableVersion,
  recipients: readonly Recipient[],
  settle: (recipient: Recipient, index: number) => Settled,
): Promise<CheckedRecipient[]> {
  const variables = versionVariables(template);
  const completed = await mapInSlices(recipients, (recipient) => ({
    ...recipient,
    variables: completeValues(variables, withName(recipient.variables, template)),
  }));
  const pictures = await findPictures(context, template, variables, completed);
  const checked = await mapInSlices(completed, (recipient, index): CheckedRecipient => {
    const settled = settle(recipient, index);
    const issues = [
      ...variableIssues(variables, template, recipient.variables),
      ...pictures.issuesOf(recipient),
      ...settled.issues,
    ];
    if (issues.length > 0) return { prepared: null, issues };
    const claims = settled.claims();
    const { recipientEmail = null, language: given = null } = recipient;
    const { expiresAt } = settled;
    const hash = claimsHash(claims);
    const prepared = {
      claims,
      hash,
      recipientEmail,
      givenLanguage: given,
      expiresAt,
      tags: recipient.tags ?? [],
      pictures: pictures.shownBy(recipient),
      warnings: [],
    };
    return { prepared, issues };
  });
  const named = checked.flatMap(({ prepared, issues }) => (prepared ? [{ prepared, issues }] : []));
  const { organizationName } = template;
  const values = await mapInSlices(named, ({ prepared: { claims, hash, expiresAt } }) =>
    placeholderValues(claims, hash.toString('hex'), { organizationName, expiresAt }),
  );
  const found = await findProblems(context, template, values, pictures.given);
  for (const [index, { prepared, issues }] of named.entries()) {
    const { problems = [], warnings = [] } = found[index] ?? {};
    issues.push(...problems.map((problem) => toIssue(prepared.claims, problem)));
    prepared.warnings.push(...warnings.map((warning) => detailOf(prepared.claims, warning)));
  }
  return checked;
}

/** Returns the values with the recipient's name trimmed and in NFC. Other values are unchanged. */
function withName(values: Recipient['variables'], { recipientNameVariable: name }: IssuableVersion) {
  const given = Object.hasOwn(values, name) ? values[name] : undefined;
  return given === undefined ? values : { ...values, [name]: given.normalize('NFC').trim() };
}

const variableIssues = (
  variables: readonly VariableDetails[],
  { recipientNameVariable }: IssuableVersion,
  values: Recipient['variables'],
): Detail[] => [
  ...variableNameIssues(variables, Object.keys(values)),
  ...blankValueIssues(variables, values, recipientNameVariable),
  ...lineIssues(values, recipientNameVariable),
];

/** Returns the fault of a recipient's name in several lines. */
export const lineIssues = (values: Recipient['variables'], name: string): Detail[] =>
  hasLineControl(values[name] ?? '') ? [detail(variablePath(name), 'control_character')] : [];

function toIssue(claims: Claims, problem: RenderProblem): Detail {
  if (problem.variable === 'organizationName')
    return detail('organization.organizationName', 'issuer_name_unsuitable', {
      name: claims.issuerName ?? '',
      problem: problem.message,
    });
  return detailOf(claims, problem);
}

function detailOf({ variables }: Claims, { variable, element, code, message, params }: RenderProblem): Detail {
  const isGiven = variable !== null && Object.hasOwn(variables, variable);
  return { path: isGiven ? variablePath(variable) : `template.elements[${element}]`, code, message, params };
}
