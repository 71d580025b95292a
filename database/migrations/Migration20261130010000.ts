import { Migration } from '@mikro-orm/migrations';

/** The pace of each mail server, the fair order of mails, and the number of temporary refusals of a mail. */
export class Migration20261130010000 extends Migration {
  override up(): void {
    this.addSql(`create table mail_paces (
        server text primary key,
        rate double precision not null,
        refusals integer not null default 0,
        cuts integer not null default 0,
        free_at timestamptz(3) not null
      ) with (fillfactor = 50)`);
    this.addSql(`create table mail_turns (
        organisation_id uuid primary key references organisations,
        last_turn bigint not null
      ) with (fillfactor = 50)`);
    this.addSql('alter table emails add refusals integer not null default 0');
  }
}
