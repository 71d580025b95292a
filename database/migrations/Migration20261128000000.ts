import { Migration } from '@mikro-orm/migrations';

/**
 * The search can be asked for windows of time. The index is made anew, which no installation has had to wait for: none has been
 * released.
 */
export class Migration20261128000000 extends Migration {
  override up(): void {
    this.addSql('drop index certificates_search');
    // The first digits of an id are of its time, in milliseconds: the ids that share five of them are of three days, six of five hours, seven of 17 minutes.
    this.addSql(`create function certificate_windows(id uuid) returns text[] language sql immutable strict parallel safe
      return array[left(id::text, 5), left(id::text, 6), left(id::text, 7)]`);
    this.addSql(`create index certificates_search on certificates
      using gin (organisation_id, certificate_windows(id), search_text gin_trgm_ops) with (gin_pending_list_limit = 512)`);
  }
}
