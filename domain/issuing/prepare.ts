import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import { type CompiledTemplate, checkValues } from '../../templates-engine/index.ts';
import { type Claims, claimsHash, placeholderValues } from '../certificates/claims.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { type ErrorDetail, validationError } from '../errors.ts';
import { randomToken } from '../shared/crypto.ts';
import { iso } from '../shared/schemas.ts';
import { compiledTexts } from '../templates/compiled.ts';
import { type IssuableVersion, loadDesign } from '../templates/current-version.ts';
import { recipientNameIssues, variableNameIssues, variablePath } from '../templates/match-variables.ts';

/** A certificate that is worked out and checked, and not recorded yet. */
export interface Draft {
  claims: Claims;
  hash: Buffer;
  externalId: string | null;
}

/** Time for checking between two turns of the event loop: other requests go on meanwhile. */
const CHECKED_AT_ONCE_MS = 15;

/**
 * Works out a certificate for each recipient. Refuses, before a credit is spent, names that are not the template's, what
 * would not fit its box, and what no font can show: everything that is wrong at once, `prefix(index)` before each path.
 */
export async function draftCertificates(
  context: DomainContext,
  template: IssuableVersion,
  recipients: readonly Recipient[],
  prefix: (index: number) => string,
): Promise<Draft[]> {
  const checked = await checkRecipients(context, template, recipients);
  const issues = checked.flatMap((one, index) => one.issues.map(prefixed(prefix(index))));
  if (issues.length > 0) throw validationError('A certificate can not be made of these values', issues);
  return checked.flatMap(({ draft }) => draft ?? []);
}

/** Each recipient's certificate, or what is wrong with it: paths as in `variables.name`. */
export async function checkRecipients(
  context: DomainContext,
  template: IssuableVersion,
  recipients: readonly Recipient[],
): Promise<{ draft: Draft | null; issues: ErrorDetail[] }[]> {
  const compiled = await compiledTexts(template.digest.toString('hex'), () => loadDesign(context.em(), template));
  const checked: { draft: Draft | null; issues: ErrorDetail[] }[] = [];
  let turn = performance.now();
  for (const recipient of recipients) {
    if (performance.now() - turn > CHECKED_AT_ONCE_MS) {
      await nextTurn();
      turn = performance.now();
    }
    const issues = variableIssues(template, recipient);
    if (issues.length > 0) {
      checked.push({ draft: null, issues });
      continue;
    }
    const claims = makeClaims(context, template, recipient);
    const draft = { claims, hash: claimsHash(claims), externalId: recipient.externalId ?? null };
    checked.push({ draft, issues: renderingIssues(context, template, compiled, draft) });
  }
  return checked;
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
    certificateId: uuidv7(),
    organisationId: context.organisationId,
    templateId: template.templateId,
    templateVersion: template.version,
    templateDigest: template.digest.toString('hex'),
    recipientName: recipient.variables[template.recipientNameVariable] ?? '',
    recipientEmail: recipient.recipientEmail ?? null,
    variables: recipient.variables,
    issuedAt: iso(context.now()),
    nonce: randomToken(32).toString('hex'),
  };
}

function renderingIssues(
  context: DomainContext,
  template: IssuableVersion,
  compiled: CompiledTemplate,
  { claims, hash }: Draft,
): ErrorDetail[] {
  const values = placeholderValues(context, claims, hash.toString('hex'), template.organizationName);
  return checkValues(compiled, values).map(({ variable, element, message }) => ({
    path:
      variable === null || !Object.hasOwn(claims.variables, variable)
        ? `template.elements[${element}]`
        : variablePath(variable),
    message,
  }));
}

/** Records the drafts in the caller's transaction, with one statement however many they are. */
export async function recordCertificates(
  em: EntityManager,
  template: IssuableVersion,
  drafts: readonly Draft[],
  batchId: string | null,
): Promise<void> {
  const rows = drafts.map(({ claims, hash, externalId }) => ({
    id: claims.certificateId,
    external_id: externalId,
    recipient_name: claims.recipientName,
    recipient_email: claims.recipientEmail,
    variables: claims.variables,
    hash: hash.toString('hex'),
    nonce: claims.nonce,
    token: randomToken(16).toString('hex'),
    created_at: claims.issuedAt,
  }));
  const organisationId = drafts[0]?.claims.organisationId;
  await sql`
    with used as (
      insert into template_usage (organisation_id, template_id, times_used)
      values (${organisationId}, ${template.templateId}, ${rows.length})
      on conflict (organisation_id, template_id)
        do update set times_used = template_usage.times_used + excluded.times_used
    )
    insert into certificates (organisation_id, id, template_organisation_id, template_id, template_version, batch_id,
      external_id, recipient_name, recipient_email, variables, verification_hash, nonce, file_token, created_at, render_status)
    select ${organisationId}::uuid, r.id, ${template.organisationId}::uuid, ${template.templateId}::uuid,
      ${template.version}::int, ${batchId}::uuid, r.external_id, r.recipient_name, r.recipient_email, r.variables,
      decode(r.hash, 'hex'), decode(r.nonce, 'hex'), decode(r.token, 'hex'), r.created_at, 'PENDING'
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, external_id text, recipient_name text,
      recipient_email text, variables jsonb, hash text, nonce text, token text, created_at timestamptz)`.execute(
    database(em),
  );
}
