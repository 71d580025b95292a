import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import { randomToken } from '../shared/crypto.ts';
import type { IssuableVersion } from '../templates/current-version.ts';
import type { PreparedCertificate } from './prepare.ts';

/** Records certificates in the caller's transaction, with one statement however many they are. */
export async function recordCertificates(
  em: EntityManager,
  template: IssuableVersion,
  certificates: readonly PreparedCertificate[],
  batchId: string | null,
): Promise<void> {
  const rows = certificates.map(({ claims, hash, externalId }) => ({
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
  const organisationId = certificates[0]?.claims.organisationId;
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
