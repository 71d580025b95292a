import { Migration } from '@mikro-orm/migrations';

/** Authenticates requests for mails: a worker sends none that the product did not ask for. */
export class Migration20261130030000 extends Migration {
  override up(): void {
    for (const table of ['emails', 'account_mails']) this.addSql(`alter table ${table} add column mac bytea not null`);
  }
}
