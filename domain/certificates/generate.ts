import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database, enqueue } from '../../database/queue.ts';
import { checkValues } from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { insufficientCredits, readBalance, spendCredits } from '../credits/spend.ts';
import { type ErrorDetail, validationError } from '../errors.ts';
import { randomToken } from '../shared/crypto.ts';
import { type Idempotency, once } from '../shared/idempotency.ts';
import { iso } from '../shared/schemas.ts';
import { compiledTemplate } from '../templates/compiled.ts';
import { variableNameIssues, variablePath } from '../templates/match-variables.ts';
import { currentVersion, type IssuableVersion, loadDesign } from '../templates/version.ts';
import { type Claims, claimsHash, placeholderValues, verificationUrl } from './claims.ts';
import type { GenerateCertificate, GeneratedCertificate } from './schemas.ts';

const PRICE = 1;

/** Records the certificate, spends its credit and queues its rendering: all of it commits, or none. (Specification 4.3) */
export async function generateCertificate(
  context: DomainContext & { idempotency?: Idempotency | undefined },
  input: GenerateCertificate,
): Promise<GeneratedCertificate> {
  const template = await currentVersion(context, input.templateId);
  const claims = makeClaims(context, template, input);
  const hash = claimsHash(claims);
  await checkFits(context, template, claims, hash.toString('hex'));
  const answer = (remaining: number, consumed: number) =>
    toAnswer(context, claims, hash, input, { consumed, remaining });
  if (input.dryRun) {
    const balance = await readBalance(context.em(), context.organisationId);
    if (balance < PRICE) throw insufficientCredits(balance, PRICE);
    return answer(balance, 0);
  }
  return once(context, 'POST /certificates', input, async (em) => {
    const remaining = await spendCredits(em, context, PRICE, claims.certificateId);
    await insert(em, template, claims, hash, input);
    const { organisationId } = context;
    await enqueue(em, 'render-certificate', { organisationId, certificateId: claims.certificateId });
    return answer(remaining, PRICE);
  });
}

function makeClaims(context: DomainContext, template: IssuableVersion, input: GenerateCertificate): Claims {
  const issues = variableNameIssues(template.detectedVariables, Object.keys(input.variables));
  if (issues.length > 0) throw validationError("The variables are not the template's", issues);
  return {
    certificateId: uuidv7(),
    organisationId: context.organisationId,
    templateId: template.templateId,
    templateVersion: template.version,
    templateDigest: template.digest.toString('hex'),
    recipientName: input.variables[template.recipientNameVariable] ?? '',
    recipientEmail: input.recipientEmail ?? null,
    variables: input.variables,
    issuedAt: iso(context.now()),
    nonce: randomToken(32).toString('hex'),
  };
}

/** Refuses, before a credit is spent, what would not fit its box or what no font can show. */
async function checkFits(
  context: DomainContext,
  template: IssuableVersion,
  claims: Claims,
  hash: string,
): Promise<void> {
  const compiled = await compiledTemplate(claims.templateDigest, () => loadDesign(context.em(), template));
  const values = placeholderValues(context, claims, hash, template.organizationName);
  const details: ErrorDetail[] = checkValues(compiled, values).map(({ variable, element, message }) => ({
    path:
      variable === null || !Object.hasOwn(claims.variables, variable)
        ? `template.elements[${element}]`
        : variablePath(variable),
    message,
  }));
  if (details.length > 0) throw validationError('The certificate can not be rendered with these values', details);
}

async function insert(
  em: EntityManager,
  template: IssuableVersion,
  claims: Claims,
  hash: Buffer,
  input: GenerateCertificate,
): Promise<void> {
  await sql`
    with used as (
      insert into template_usage (organisation_id, template_id, times_used)
      values (${claims.organisationId}, ${claims.templateId}, 1)
      on conflict (organisation_id, template_id) do update set times_used = template_usage.times_used + 1
    )
    insert into certificates (organisation_id, id, template_organisation_id, template_id, template_version, external_id,
      recipient_name, recipient_email, variables, verification_hash, nonce, file_token, created_at, render_status)
    values (${claims.organisationId}, ${claims.certificateId}, ${template.organisationId}, ${claims.templateId},
      ${claims.templateVersion}, ${input.externalId ?? null}, ${claims.recipientName}, ${claims.recipientEmail},
      ${JSON.stringify(claims.variables)}, ${hash}, ${Buffer.from(claims.nonce, 'hex')}, ${randomToken(16)},
      ${claims.issuedAt}, 'PENDING')`.execute(database(em));
}

function toAnswer(
  context: DomainContext,
  claims: Claims,
  hash: Buffer,
  input: GenerateCertificate,
  credits: GeneratedCertificate['credits'],
): GeneratedCertificate {
  const verificationHash = hash.toString('hex');
  return {
    id: claims.certificateId,
    verificationHash,
    verificationUrl: verificationUrl(context, verificationHash),
    recipientName: claims.recipientName,
    recipientEmail: claims.recipientEmail,
    externalId: input.externalId ?? null,
    status: 'GENERATED',
    renderStatus: 'PENDING',
    createdAt: claims.issuedAt,
    credits,
  };
}
