import { Migration } from '@mikro-orm/migrations';

/** Uploaded pictures, which certificates show by their digest. */
export class Migration20261123010000 extends Migration {
  override up(): void {
    for (const statement of assets) this.addSql(statement);
  }
}

const assets = [
  `create table assets (
    organisation_id uuid not null references organisations,
    digest bytea not null check (length(digest) = 32),
    file_name text not null,
    format text not null check (format in ('png', 'jpeg')),
    width integer not null check (width > 0),
    height integer not null check (height > 0),
    size integer not null check (size > 0),
    small_size integer not null check (small_size >= 0),
    uploaded_by text not null,
    uploaded_at timestamptz(3) not null,
    used_at timestamptz(3),
    primary key (organisation_id, digest)
  )`,
  // What no certificate shows yet: its number is limited, and it is deleted after a time.
  'create index assets_unused on assets (organisation_id, uploaded_at) where used_at is null',
];
