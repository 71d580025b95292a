import { Migration } from '@mikro-orm/migrations';

/** Invitations end with the inviter's membership; addresses that could change a Content-Security-Policy are cleared. */
export class Migration20261121194500 extends Migration {
  override up(): void {
    // The inviters of the open ones are unknown and have seen the links: they must be created again.
    this.addSql(`delete from invitations`);
    this.addSql(`alter table invitations add invited_by text not null,
      add foreign key (organisation_id, invited_by) references members on delete cascade`);
    this.addSql(`create index invitations_inviter on invitations (organisation_id, invited_by)`);
    // What the rules for addresses (domain/shared/schemas.ts) let through before.
    this.addSql(
      `update organisations set logo_url = null where logo_url ~ '[[:cntrl:][:space:];*\\\\]|,\\s*https?:|^https?://[^/?#]*[,@]'`,
    );
    this.addSql(
      `update organisations set website_url = null where website_url ~ '[[:cntrl:][:space:]\\\\]|^https?://[^/?#]*[;*,@]'`,
    );
  }
}
