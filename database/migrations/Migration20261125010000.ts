import { Migration } from '@mikro-orm/migrations';

/** What a batch is called, the file that it was made of and who made it; what is under way is found without the finished ones. */
export class Migration20261125010000 extends Migration {
  override up(): void {
    this.addSql(`alter table batches add name text, add file_name text, add author_id text, add author_name text,
      add told_at timestamptz(3)`);
    this.addSql('create index batches_under_way on batches (organisation_id, id) where completed_at is null');
  }
}
