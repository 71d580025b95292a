import { Migration } from '@mikro-orm/migrations';

const AUTHENTICATED = [
  ...[
    'api_keys',
    'assets',
    'audit_entries',
    'batches',
    'bulk_actions',
    'certificates',
    'credit_balances',
    'credit_entries',
  ],
  ...['invitations', 'members', 'organisations', 'status_lists', 'template_versions', 'templates'],
  ...['webhook_deliveries', 'webhooks'],
];

/**
 * Authenticates every row that opens, sends, signs or decides something, chains the entries of audit log and ledger, and keeps what was
 * logged. Rows of before have no code, and nobody can tell whether the product wrote them.
 */
export class Migration20261130000000 extends Migration {
  override up(): void {
    this.addSql(`do $$ begin
      if exists (select from organisations) then
        raise exception 'the database has data of an earlier development version, which this one does not read: begin with an empty one';
      end if;
    end $$`);
    this.addSql('alter table organisations drop column mark');
    this.addSql('alter table templates drop column mark');
    for (const table of AUTHENTICATED) this.addSql(`alter table ${table} add column mac bytea not null`);
    this.addSql(`alter table certificates
      drop column claims_version, drop column file_token, alter column proof_salt drop default,
      add column file_key bytea not null,
      add column statement_number integer not null default 0, add column statement_digest bytea`);
    this.addSql(
      'create index certificates_status_changed on certificates (organisation_id, id) where statement_number > 0',
    );
    this.addSql('create index seals_status on seals (organisation_id, certificate_id) where number > 0');
    for (const table of ['user', 'account', 'session', 'verification'])
      this.addSql(`alter table auth."${table}" add column mac text not null default ''`);
    for (const table of ['members', 'organisations', 'templates'])
      this.addSql(`alter table ${table} add column changed_at timestamptz(3) not null`);
    this.addSql('alter table webhook_deliveries alter column body type bytea using null');
    this.addSql('alter table idempotency_keys alter column response type bytea using null');
    this.addSql(`create table log_leaves (
      organisation_id uuid not null,
      certificate_id uuid not null,
      number integer not null,
      log_index bigint not null,
      primary key (organisation_id, certificate_id, number)
    )`);
    this.addSql('create index log_leaves_status on log_leaves (organisation_id, certificate_id) where number > 0');
    this.addSql(`create table audit_heads (
      organisation_id uuid primary key references organisations (id),
      entries bigint not null,
      link bytea not null,
      sealed_entries bigint not null,
      sealed_link bytea not null,
      mac bytea not null
    ) with (fillfactor = 50)`);
    this.addSql(`alter table credit_balances
      add column entries bigint not null, add column link bytea not null,
      add column sealed_entries bigint not null, add column sealed_link bytea not null`);
    for (const [table, entries] of [
      ['audit_heads', 'audit_entries'],
      ['credit_balances', 'credit_entries'],
    ]) {
      this.addSql(`create index ${table}_unsealed on ${table} (organisation_id) where entries > sealed_entries`);
      this.addSql(`alter table ${entries} add column number bigint not null`);
      this.addSql(`create index ${entries}_number on ${entries} (organisation_id, number)`);
    }
    this.addSql(`create table integrity_findings (
      id bytea primary key,
      pass text not null,
      invariant text not null,
      organisation_id uuid,
      subject text,
      message text not null,
      found_at timestamptz(3) not null
    )`);
    this.addSql('create index integrity_findings_organisation on integrity_findings (organisation_id, found_at)');
    this.addSql(`create table integrity_passes (
      pass text primary key,
      holder text not null,
      lease_until timestamptz(3) not null,
      completed_at timestamptz(3)
    )`);
    this.addSql(`create index audit_entries_status on audit_entries (organisation_id, subject)
      where action in ('certificates.reinstate', 'certificates.revoke')`);
    this.addSql(`create index audit_entries_endings on audit_entries (organisation_id, subject, created_at)
      where action in ('apiKeys.revoke', 'apiKeys.rotate', 'designs.archive', 'designs.restore', 'invitations.accept', 'members.changeRole',
        'members.remove', 'members.withdrawInvitation', 'organisation.deleteLogo', 'organisation.update', 'organisation.uploadLogo',
        'templates.setType', 'webhooks.delete', 'webhooks.rotateSecret', 'webhooks.update')`);
  }
}
