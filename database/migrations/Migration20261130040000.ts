import { Migration } from '@mikro-orm/migrations';

/** What organisations' names are compared by, so that no two look alike. */
export class Migration20261130040000 extends Migration {
  override up(): void {
    this.addSql("alter table organisations add column name_keys text[] not null default '{}'");
    this.addSql('create index organisations_name_keys on organisations using gin (name_keys)');
  }
}
