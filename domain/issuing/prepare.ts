import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import {
  type CompiledTemplate,
  checkValues,
  completeValues,
  type GivenPictures,
  type VariableDetails,
} from '../../templates-engine/index.ts';
import { CLAIMS_VERSION, type Claims, claimsHash, placeholderValues } from '../certificates/claims.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { type ErrorDetail, validationError } from '../errors.ts';
import { randomToken } from '../shared/crypto.ts';
import { iso } from '../shared/schemas.ts';
import { compiledTexts } from '../templates/compiled.ts';
import { type IssuableVersion, loadDesign } from '../templates/current-version.ts';
import { blankValueIssues, variableNameIssues, variablePath } from '../templates/match-variables.ts';
import { versionVariables } from '../templates/variables.ts';
import { findPictures, type ShownPicture } from './pictures.ts';

/** A certificate that is worked out and checked, and not recorded yet. */
export interface PreparedCertificate {
  claims: Claims;
  hash: Buffer;
  /** What must not be deleted any more once it is recorded. */
  pictures: readonly ShownPicture[];
}

/** `prepared` is null where the variables' names are wrong already. */
interface CheckedRecipient {
  prepared: PreparedCertificate | null;
  issues: ErrorDetail[];
}

/** After so long a check yields to the event loop, so that other requests go on. */
const YIELD_AFTER_MS = 15;

/**
 * Works out a certificate for each recipient. Refuses, before a credit is spent, names that are not the template's, values
 * that a variable does not take, what would not fit its box, and what no font can show: everything that is wrong at once, `prefix(index)` before each path.
 */
export async function prepareCertificates(
  context: DomainContext,
  template: IssuableVersion,
  recipients: readonly Recipient[],
  prefix: (index: number) => string,
): Promise<PreparedCertificate[]> {
  const checked = await checkRecipients(context, template, recipients);
  const issues = checked.flatMap((one, index) => one.issues.map(prefixed(prefix(index))));
  if (issues.length > 0) throw validationError('A certificate can not be made of these values', issues);
  return checked.flatMap(({ prepared }) => prepared ?? []);
}

/** Each recipient's certificate, or what is wrong with it: paths as in `variables.name`. */
export async function checkRecipients(
  context: DomainContext,
  template: IssuableVersion,
  recipients: readonly Recipient[],
): Promise<CheckedRecipient[]> {
  const compiled = await compiledTexts(Buffer.from(template.digest).toString('hex'), () =>
    loadDesign(context.em(), template),
  );
  const variables = versionVariables(template);
  const completed = recipients.map((recipient) => ({
    ...recipient,
    variables: completeValues(variables, recipient.variables),
  }));
  const pictures = await findPictures(context, template, variables, completed);
  const checked: CheckedRecipient[] = [];
  let yieldedAt = performance.now();
  for (const recipient of completed) {
    if (performance.now() - yieldedAt > YIELD_AFTER_MS) {
      await yieldToOthers();
      yieldedAt = performance.now();
    }
    const issues = [...variableIssues(variables, template, recipient.variables), ...pictures.issuesOf(recipient)];
    if (issues.length > 0) {
      checked.push({ prepared: null, issues });
      continue;
    }
    const claims = makeClaims(context, template, recipient);
    const prepared = { claims, hash: claimsHash(claims), pictures: pictures.shownBy(recipient) };
    checked.push({
      prepared,
      issues: renderingIssues(context, template, { compiled, pictures: pictures.given }, prepared),
    });
  }
  return checked;
}

const variableIssues = (
  variables: readonly VariableDetails[],
  { recipientNameVariable }: IssuableVersion,
  values: Recipient['variables'],
): ErrorDetail[] => [
  ...variableNameIssues(variables, Object.keys(values)),
  ...blankValueIssues(variables, values, recipientNameVariable),
];

export const prefixed =
  (prefix: string) =>
  <Located extends { path: string }>(located: Located): Located => ({ ...located, path: `${prefix}${located.path}` });

function makeClaims(context: DomainContext, template: IssuableVersion, recipient: Recipient): Claims {
  return {
    version: CLAIMS_VERSION,
    certificateId: uuidv7(),
    organisationId: context.organisationId,
    templateId: template.templateId,
    templateVersion: template.version,
    templateDigest: Buffer.from(template.digest).toString('hex'),
    recipientName: recipient.variables[template.recipientNameVariable] ?? '',
    recipientEmail: recipient.recipientEmail ?? null,
    variables: recipient.variables,
    issuedAt: iso(context.now()),
    templateName: template.templateName,
    issuerName: template.organizationName,
    externalId: recipient.externalId ?? null,
    nonce: randomToken(32).toString('hex'),
  };
}

function renderingIssues(
  context: DomainContext,
  template: IssuableVersion,
  { compiled, pictures }: { compiled: CompiledTemplate; pictures: GivenPictures },
  { claims, hash }: PreparedCertificate,
): ErrorDetail[] {
  const values = placeholderValues(context, claims, hash.toString('hex'), template.organizationName);
  return checkValues(compiled, values, pictures).map(({ variable, element, message }) => ({
    path:
      variable === null || !Object.hasOwn(claims.variables, variable)
        ? `template.elements[${element}]`
        : variablePath(variable),
    message,
  }));
}
