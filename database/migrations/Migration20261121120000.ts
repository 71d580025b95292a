import { Migration } from '@mikro-orm/migrations';

/** People: accounts are better-auth's, in a schema of their own with the statements of its compileMigrations(); memberships are ours. */
export class Migration20261121120000 extends Migration {
  override up(): void {
    for (const statement of [...auth, ...members]) this.addSql(statement);
  }
}

const auth = [
  `create schema auth`,
  `create table auth."user" (
    id text primary key, name text not null, email text not null unique, "emailVerified" boolean not null, image text,
    "createdAt" timestamptz not null default current_timestamp, "updatedAt" timestamptz not null default current_timestamp
  )`,
  `create table auth.session (
    id text primary key, "expiresAt" timestamptz not null, token text not null unique,
    "createdAt" timestamptz not null default current_timestamp, "updatedAt" timestamptz not null, "ipAddress" text,
    "userAgent" text, "userId" text not null references auth."user" on delete cascade
  )`,
  `create table auth.account (
    id text primary key, "accountId" text not null, "providerId" text not null,
    "userId" text not null references auth."user" on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text,
    "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, scope text, password text,
    "createdAt" timestamptz not null default current_timestamp, "updatedAt" timestamptz not null
  )`,
  `create table auth.verification (
    id text primary key, identifier text not null, value text not null, "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default current_timestamp, "updatedAt" timestamptz not null default current_timestamp
  )`,
  `create table auth."rateLimit" (
    id text primary key, key text not null unique, count integer not null, "lastRequest" bigint not null
  )`,
  `create index "session_userId_idx" on auth.session ("userId")`,
  `create index "account_userId_idx" on auth.account ("userId")`,
  `create index verification_identifier_idx on auth.verification (identifier)`,
];

const members = [
  `create table members (
    organisation_id uuid not null references organisations,
    user_id text not null references auth."user" on delete cascade,
    role text not null check (role in ('owner', 'admin', 'issuer', 'viewer')),
    created_at timestamptz(3) not null,
    primary key (organisation_id, user_id)
  )`,
  `create index members_user on members (user_id)`,
];
