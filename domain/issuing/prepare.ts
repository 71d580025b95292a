import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { type CompiledTemplate, checkValues, type RenderProblem } from '../../templates-engine/index.ts';
import { CLAIMS_VERSION, type Claims, claimsHash, placeholderValues } from '../certificates/claims.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { type ErrorDetail, validationError } from '../errors.ts';
import { randomToken } from '../shared/crypto.ts';
import { iso } from '../shared/schemas.ts';
import { compiledTexts } from '../templates/compiled.ts';
import { type IssuableVersion, loadDesign } from '../templates/current-version.ts';
import { recipientNameIssues, variableNameIssues, variablePath } from '../templates/match-variables.ts';

/** A certificate that is worked out and checked, and not recorded yet. */
export interface PreparedCertificate {
  claims: Claims;
  hash: Buffer;
}

/** `prepared` is null where the variables' names are wrong already. */
interface CheckedRecipient {
  prepared: PreparedCertificate | null;
  issues: ErrorDetail[];
}

/** After so long a check yields to the event loop, so that other requests go on. */
const YIELD_AFTER_MS = 15;

/**
 * Works out a certificate for each recipient. Refuses, before a credit is spent, names that are not the template's, what
 * would not fit its box, and what no font can show: everything that is wrong at once, `prefix(index)` before each path.
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
  const { template: compiled, needsRenderer } = await compiledTexts(Buffer.from(template.digest).toString('hex'), () =>
    loadDesign(context.em(), template),
  );
  const checked: CheckedRecipient[] = [];
  let yieldedAt = performance.now();
  for (const recipient of recipients) {
    if (performance.now() - yieldedAt > YIELD_AFTER_MS) {
      await yieldToOthers();
      yieldedAt = performance.now();
    }
    const issues = variableIssues(template, recipient);
    if (issues.length > 0) {
      checked.push({ prepared: null, issues });
      continue;
    }
    const claims = makeClaims(context, template, recipient);
    const prepared = { claims, hash: claimsHash(claims) };
    checked.push({ prepared, issues: needsRenderer ? [] : renderingIssues(context, template, compiled, prepared) });
  }
  return needsRenderer ? withRendererIssues(context, template, checked) : checked;
}

/** What the renderer has to find, since it takes more time than the process that serves requests may spend on it. */
async function withRendererIssues(
  context: DomainContext,
  template: IssuableVersion,
  checked: readonly CheckedRecipient[],
): Promise<CheckedRecipient[]> {
  const all = checked.flatMap(({ prepared }) => prepared ?? []);
  if (all.length === 0) return [...checked];
  const problems = await context.renderer.checkValues({
    organisationId: context.organisationId,
    digest: Buffer.from(template.digest).toString('hex'),
    design: () => loadDesign(context.em(), template),
    values: all.map((one) => valuesOf(context, template, one)),
  });
  const found = new Map(all.map((one, index) => [one, problems[index] ?? []]));
  return checked.map(({ prepared, issues }) => ({
    prepared,
    issues: prepared ? (found.get(prepared) ?? []).map((problem) => issueOf(problem, prepared)) : issues,
  }));
}

function variableIssues({ detectedVariables, recipientNameVariable }: IssuableVersion, { variables }: Recipient) {
  return [
    ...variableNameIssues(detectedVariables, Object.keys(variables)),
    ...recipientNameIssues(recipientNameVariable, variables[recipientNameVariable]),
  ];
}

export const prefixed =
  (prefix: string) =>
  ({ path, message }: ErrorDetail): ErrorDetail => ({ path: `${prefix}${path}`, message });

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
  compiled: CompiledTemplate,
  prepared: PreparedCertificate,
): ErrorDetail[] {
  return checkValues(compiled, valuesOf(context, template, prepared)).map((problem) => issueOf(problem, prepared));
}

const valuesOf = (context: DomainContext, template: IssuableVersion, { claims, hash }: PreparedCertificate) =>
  placeholderValues(context, claims, hash.toString('hex'), template.organizationName);

const issueOf = ({ variable, element, message }: RenderProblem, { claims }: PreparedCertificate): ErrorDetail => ({
  path:
    variable === null || !Object.hasOwn(claims.variables, variable)
      ? `template.elements[${element}]`
      : variablePath(variable),
  message,
});
