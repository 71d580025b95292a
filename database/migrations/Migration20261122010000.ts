import { Migration } from '@mikro-orm/migrations';

/** The ring of the installation's keys. */
export class Migration20261122010000 extends Migration {
  override up(): void {
    this.addSql(`create table keys (
      purpose text not null,
      id text not null,
      sealed bytea not null,
      created_at timestamptz(3) not null,
      primary key (purpose, id),
      constraint keys_purpose check (purpose in ('signing', 'pdf', 'log', 'auth', 'pepper'))
    )`);
    // A log has one key for good.
    this.addSql(`create unique index keys_log on keys (purpose) where purpose = 'log'`);
  }
}
