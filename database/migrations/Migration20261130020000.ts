import { Migration } from '@mikro-orm/migrations';

/** Mails about accounts are queued, so that they survive a mail server that refuses them for now. */
export class Migration20261130020000 extends Migration {
  override up(): void {
    this.addSql(`create table account_mails (
        id uuid primary key,
        organisation_id uuid references organisations,
        kind text not null check (kind in ('INVITATION', 'PASSWORD_RESET', 'BATCH_NOTICE')),
        subject_id text not null,
        status text not null check (status in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'UNCERTAIN')),
        error text,
        refusals integer not null default 0,
        created_at timestamptz(3) not null,
        claimed_at timestamptz(3),
        ended_at timestamptz(3)
      ) with (fillfactor = 80)`);
    this.addSql('create index account_mails_subject on account_mails (subject_id, id)');
    this.addSql('alter table batches drop told_at');
  }
}
