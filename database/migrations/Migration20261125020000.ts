import { Migration } from '@mikro-orm/migrations';

/** Verifications a day, for the overview. A row is updated by every verification of the day: it stays narrow and in its page. */
export class Migration20261125020000 extends Migration {
  override up(): void {
    this.addSql(`create table verification_days (
      organisation_id uuid not null,
      day date not null,
      hits bigint not null,
      primary key (organisation_id, day)
    ) with (fillfactor = 50)`);
  }
}
