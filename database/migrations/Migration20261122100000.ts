import { Migration } from '@mikro-orm/migrations';

/** What a version's design says of its variables and its language, beside the design: lists and checks need no more of it. */
export class Migration20261122100000 extends Migration {
  override up(): void {
    this.addSql(`alter table template_versions add variables jsonb, add language jsonb`);
  }
}
