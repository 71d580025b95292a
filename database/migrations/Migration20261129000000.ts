import { Migration } from '@mikro-orm/migrations';

/**
 * Statistics of certificates after the first 500 changes instead of 50,000, and as often as before once there are millions. What a
 * connection prepares for an empty table may use any index that begins with the organisation, and is planned anew only then.
 */
export class Migration20261129000000 extends Migration {
  override up(): void {
    this.addSql(
      'alter table certificates set (autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 500)',
    );
  }
}
