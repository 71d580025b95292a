import { Migration } from '@mikro-orm/migrations';

/** Branding, batches, e-mail and webhooks. */
export class Migration20261121090000 extends Migration {
  override up(): void {
    for (const statement of [...branding, ...batches, ...emails, ...webhooks]) this.addSql(statement);
  }
}

const branding = [
  `alter table organisations
    add logo_url text,
    add logo_token bytea,
    add brand_color text,
    add website_url text,
    add email_sender_name text,
    add email_subject text,
    add email_intro_message text,
    add email_signature text`,
];

const batches = [
  // Updated for each of its certificates: free space on the page allows heap-only updates.
  `create table batches (
    organisation_id uuid not null references organisations,
    id uuid not null,
    template_id uuid not null,
    total_count int not null check (total_count > 0),
    processed_count int not null default 0,
    failed_count int not null default 0,
    created_at timestamptz(3) not null,
    completed_at timestamptz(3),
    primary key (organisation_id, id),
    check (processed_count <= total_count and failed_count <= processed_count)
  ) with (fillfactor = 50)`,
  `alter table certificates add batch_id uuid`,
  `create index certificates_batch on certificates (organisation_id, batch_id, id) where batch_id is not null`,
  `alter table credit_entries add batch_id uuid`,
  `create unique index credit_entries_batch on credit_entries (organisation_id, batch_id) where batch_id is not null`,
  // The place of an organisation's last queued rendering among those of all batches.
  `create table render_turns (
    organisation_id uuid primary key references organisations,
    last_turn bigint not null
  )`,
];

const emails = [
  // One row for each request to e-mail a certificate.
  `create table emails (
    organisation_id uuid not null,
    id uuid not null,
    certificate_id uuid not null,
    recipient text not null,
    status text not null check (status in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'UNCERTAIN')),
    error text,
    created_at timestamptz(3) not null,
    claimed_at timestamptz(3),
    ended_at timestamptz(3),
    primary key (organisation_id, id)
  ) with (fillfactor = 80)`,
  `create index emails_certificate on emails (organisation_id, certificate_id, id)`,
  `create index emails_uncertain on emails (organisation_id, id) where status in ('SENDING', 'UNCERTAIN')`,
];

const webhooks = [
  `create table webhooks (
    organisation_id uuid not null references organisations,
    id uuid not null,
    name text not null,
    url text not null,
    events text[] not null,
    status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ERROR')),
    error_count int not null default 0,
    secret bytea not null,
    previous_secret bytea,
    previous_secret_until timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organisation_id, id)
  )`,
  `create table webhook_deliveries (
    organisation_id uuid not null,
    id uuid not null,
    webhook_id uuid not null,
    event text not null,
    subject_id uuid,
    body text not null,
    status text not null default 'PENDING' check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
    attempts int not null default 0,
    created_at timestamptz(3) not null,
    primary key (organisation_id, id),
    foreign key (organisation_id, webhook_id) references webhooks on delete cascade
  ) with (fillfactor = 80)`,
  `create index webhook_deliveries_webhook on webhook_deliveries (organisation_id, webhook_id, id)`,
  `create index webhook_deliveries_subject on webhook_deliveries (organisation_id, subject_id) where subject_id is not null`,
  `create table webhook_attempts (
    organisation_id uuid not null,
    delivery_id uuid not null,
    id uuid not null,
    attempted_at timestamptz(3) not null,
    duration_ms int not null,
    status int,
    response text,
    error text,
    primary key (organisation_id, delivery_id, id),
    foreign key (organisation_id, delivery_id) references webhook_deliveries on delete cascade
  )`,
];
