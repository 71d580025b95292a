import { Migration } from '@mikro-orm/migrations';

/** Adds the folded forms of organisations' names, so that no two names look alike. */
export class Migration20261130040000 extends Migration {
  override up(): void {
    this.addSql("alter table organisations add column name_keys text[] not null default '{}'");
    this.addSql('create index organisations_name_keys on organisations using gin (name_keys)');
  }
}
