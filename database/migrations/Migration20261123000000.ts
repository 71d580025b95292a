import { Migration } from '@mikro-orm/migrations';

/** Fonts that organisations upload, and which versions of templates keep them. */
export class Migration20261123000000 extends Migration {
  override up(): void {
    for (const statement of fonts) this.addSql(statement);
  }
}

const fonts = [
  `create table fonts (
    organisation_id uuid not null references organisations,
    id uuid not null,
    digest bytea not null check (length(digest) = 32),
    family text not null,
    faces jsonb not null,
    size integer not null check (size > 0),
    uploaded_by text not null,
    created_at timestamptz(3) not null,
    primary key (organisation_id, id),
    constraint fonts_digest unique (organisation_id, digest)
  )`,
  // Its foreign key is what keeps a font that is used from being removed, whatever a program does.
  `create table template_fonts (
    organisation_id uuid not null,
    font_id uuid not null,
    template_id uuid not null,
    version integer not null,
    primary key (organisation_id, font_id, template_id, version),
    foreign key (organisation_id, font_id) references fonts,
    foreign key (organisation_id, template_id, version) references template_versions
  )`,
];
