import { Migration } from '@mikro-orm/migrations';

/** The ledger records who spent or granted credits: what an API key issues is in no other log. */
export class Migration20261121193000 extends Migration {
  override up(): void {
    this.addSql(`alter table credit_entries add actor_id text, add actor_name text`);
  }
}
