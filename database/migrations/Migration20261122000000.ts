import { Migration } from '@mikro-orm/migrations';

/**
 * Seals get a table of their own: a certificate has one for its files and one for each change of its status, all of them
 * entries of the transparency log. Names as of the issue become claims, and credentials get their places in status lists.
 */
export class Migration20261122000000 extends Migration {
  override up(): void {
    for (const statement of [...certificates, ...seals, ...statusLists, ...marks]) this.addSql(statement);
  }
}

/** 32 bytes of which 244 bits are random: what PostgreSQL gives without an extension. */
const RANDOM_SECRET = `decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')`;

const certificates = [
  `alter table certificates add claims_version smallint not null default 1, add template_name text, add issuer_name text,
    add proof_salt bytea, add credential_digest bytea, add status_number bigint`,
  `update certificates set proof_salt = ${RANDOM_SECRET}`,
  `alter table certificates alter proof_salt set not null, alter proof_salt set default ${RANDOM_SECRET}`,
  `create unique index certificates_status_number on certificates (organisation_id, status_number)
    where status_number is not null`,
];

const seals = [
  `create table seals (
    organisation_id uuid not null,
    certificate_id uuid not null,
    number int not null check (number >= 0),
    statement text not null,
    signature bytea not null,
    key_id text not null,
    created_at timestamptz(3) not null,
    log_index bigint,
    logged_at timestamptz(3),
    primary key (organisation_id, certificate_id, number),
    foreign key (organisation_id, certificate_id) references certificates
  ) with (fillfactor = 80)`,
  // Canonical JSON (RFC 8785), as it was signed.
  `insert into seals (organisation_id, certificate_id, number, statement, signature, key_id, created_at)
    select organisation_id, id, 0,
      '{"imageSha256":"' || encode(image_digest, 'hex') || '","pdfSha256":"' || encode(pdf_digest, 'hex')
        || '","sealedAt":"' || to_char(sealed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","verificationHash":"' || encode(verification_hash, 'hex') || '"}',
      seal, seal_key_id, sealed_at
    from certificates where seal is not null`,
  `create unique index seals_log_index on seals (log_index) where log_index is not null`,
  `create index seals_to_log on seals (created_at, organisation_id, certificate_id, number) where log_index is null`,
  `alter table certificates drop column sealed_at, drop column seal, drop column seal_key_id`,
];

const statusLists = [
  `create table status_lists (
    organisation_id uuid primary key references organisations,
    next bigint not null,
    secret bytea not null
  ) with (fillfactor = 50)`,
  // What is not rendered yet will get a credential.
  `insert into status_lists select organisation_id, count(*), ${RANDOM_SECRET} from certificates
    where render_status in ('PENDING', 'RENDERING') group by organisation_id`,
  `update certificates c set status_number = n.number from (
      select organisation_id, id, row_number() over (partition by organisation_id) - 1 as number
      from certificates where render_status in ('PENDING', 'RENDERING')
    ) n where c.organisation_id = n.organisation_id and c.id = n.id`,
];

/** Of names that people see beside a verification; null for those that were written before. */
const marks = [`alter table templates add mark bytea`, `alter table organisations add mark bytea`];
