import { Migration } from '@mikro-orm/migrations';

/** Versions whose design has markup (its JSON is canonical, without spaces), so that an API process need read no design to know of one. */
export class Migration20261126000000 extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists template_versions_markup');
    this.addSql(`create index concurrently template_versions_markup on template_versions (organisation_id, template_id, version)
      where position('"type":"markup"' in design) > 0`);
  }
}
