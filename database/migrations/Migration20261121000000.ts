import { Migration } from '@mikro-orm/migrations';

/**
 * The first schema. Every table that grows has (organisation_id, id) as its key, so that it can be partitioned by range
 * or distributed by organisation without a redesign; no index on certificates mentions render_status, so that both
 * updates of a rendering stay heap-only.
 */
export class Migration20261121000000 extends Migration {
  override up(): void {
    for (const statement of [...tenants, ...templates, ...certificates, ...upkeep]) this.addSql(statement);
  }
}

const tenants = [
  `create table organisations (
    id uuid primary key,
    organization_name text,
    created_at timestamptz(3) not null
  )`,
  `create table api_keys (
    organisation_id uuid not null references organisations,
    id uuid not null,
    name text not null,
    key_hash bytea not null unique,
    prefix text not null,
    scopes text[] not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    last_used_at timestamptz(3),
    primary key (organisation_id, id)
  )`,
  `create table credit_balances (
    organisation_id uuid primary key references organisations,
    balance bigint not null check (balance >= 0)
  ) with (fillfactor = 50)`,
  `create table credit_entries (
    organisation_id uuid not null,
    id uuid not null,
    kind text not null check (kind in ('GRANT', 'DEBIT', 'REFUND')),
    amount bigint not null check (amount <> 0),
    certificate_id uuid,
    note text,
    created_at timestamptz(3) not null,
    primary key (organisation_id, id)
  )`,
  `create unique index credit_entries_certificate on credit_entries (organisation_id, certificate_id, kind)
    where certificate_id is not null`,
];

const templates = [
  `create table templates (
    organisation_id uuid not null references organisations,
    id uuid not null,
    name text not null,
    formation_name text,
    description text,
    type text not null check (type in ('PRIVATE', 'PUBLIC')),
    current_version int not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organisation_id, id)
  )`,
  `create index templates_public on templates (id) where type = 'PUBLIC'`,
  `create table template_versions (
    organisation_id uuid not null,
    template_id uuid not null,
    version int not null,
    digest bytea not null,
    design text not null,
    detected_variables text[] not null,
    recipient_name_variable text not null,
    created_at timestamptz(3) not null,
    primary key (organisation_id, template_id, version),
    foreign key (organisation_id, template_id) references templates
  )`,
  // Counted apart from the template's row, which would otherwise be rewritten with every certificate.
  `create table template_usage (
    organisation_id uuid not null,
    template_id uuid not null,
    times_used bigint not null,
    primary key (organisation_id, template_id)
  ) with (fillfactor = 50)`,
];

const certificates = [
  `create extension if not exists pg_trgm`,
  `create extension if not exists btree_gin`,
  `create table certificates (
    organisation_id uuid not null,
    id uuid not null,
    template_organisation_id uuid not null,
    template_id uuid not null,
    template_version int not null,
    external_id text,
    recipient_name text not null,
    recipient_email text,
    variables jsonb not null,
    verification_hash bytea not null,
    nonce bytea not null,
    file_token bytea not null,
    created_at timestamptz(3) not null,
    render_status text not null check (render_status in ('PENDING', 'RENDERING', 'COMPLETED', 'FAILED')),
    pdf_digest bytea,
    image_digest bytea,
    sealed_at timestamptz(3),
    seal bytea,
    seal_key_id text,
    revoked_at timestamptz(3),
    revoked_reason text,
    primary key (organisation_id, id)
  ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
          autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
          autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000)`,
  `create index certificates_verification_hash on certificates using hash (verification_hash)`,
  `create index certificates_template on certificates (organisation_id, template_id, id)`,
  `create index certificates_recipient_email on certificates
    (organisation_id, lower(recipient_email) text_pattern_ops, id) where recipient_email is not null`,
  `create index certificates_external_id on certificates (organisation_id, external_id, id) where external_id is not null`,
  `create index certificates_revoked on certificates (organisation_id, id) where revoked_at is not null`,
  `create index certificates_recipient_name on certificates using gin (organisation_id, recipient_name gin_trgm_ops)`,
  `create table verification_counts (
    organisation_id uuid not null,
    certificate_id uuid not null,
    hits bigint not null,
    last_at timestamptz(3) not null,
    primary key (organisation_id, certificate_id)
  ) with (fillfactor = 50)`,
  // No foreign key: a storage knows keys and bytes, not certificates.
  `create table files (
    organisation_id uuid not null,
    id uuid not null,
    name text not null,
    content bytea not null,
    primary key (organisation_id, id, name)
  )`,
  `alter table files alter column content set storage external`,
];

const upkeep = [
  `create table idempotency_keys (
    organisation_id uuid not null,
    route text not null,
    key text not null,
    request_digest bytea not null,
    response jsonb not null,
    created_at timestamptz(3) not null,
    primary key (organisation_id, route, key)
  )`,
  `create index idempotency_keys_created_at on idempotency_keys (created_at)`,
  // Counters that a crash may forget; without the log a hit costs a tenth.
  `create unlogged table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
  `create table worker_heartbeats (
    worker_id text primary key,
    queue text not null,
    beat_at timestamptz not null
  )`,
];
