import { Migration } from '@mikro-orm/migrations';

/** Versions whose design has markup (its JSON is canonical, without spaces), so that an API process need read no design to know of one. */
export class Migration20261126000000 extends Migration {
  override up(): void {
    this.addSql(`create index template_versions_markup on template_versions (organisation_id, template_id, version)
      where position('"type":"markup"' in design) > 0`);
  }
}
