import { Migration } from '@mikro-orm/migrations';

/** For the dashboard: invitations, drafts of templates, the audit log. */
export class Migration20261121180000 extends Migration {
  override up(): void {
    for (const statement of [...invitations, ...drafts, ...audit]) this.addSql(statement);
  }
}

const invitations = [
  `create table invitations (
    organisation_id uuid not null references organisations,
    id uuid not null,
    email text not null,
    role text not null check (role in ('owner', 'admin', 'issuer', 'viewer')),
    token_hash bytea not null unique,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    primary key (organisation_id, id)
  )`,
  `create unique index invitations_email on invitations (organisation_id, lower(email))`,
];

const drafts = [
  // A template that was never published has a draft and nothing else; its id is the template's from the start.
  `create table template_drafts (
    organisation_id uuid not null references organisations,
    template_id uuid not null,
    design text not null,
    name text not null,
    formation_name text,
    revision int not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organisation_id, template_id)
  )`,
  // The last draft's revision, which never goes down, so that an outdated draft is recognised.
  `alter table templates add archived_at timestamptz(3), add revision int not null default 0`,
];

const audit = [
  // With the actor's name at that time: people and keys may be deleted, entries are not.
  `create table audit_entries (
    organisation_id uuid not null,
    id uuid not null,
    actor_id text not null,
    actor_name text not null,
    action text not null,
    subject text,
    created_at timestamptz(3) not null,
    primary key (organisation_id, id)
  )`,
];
