-- The key of every table that grows starts with organisation_id and an id, so that the table can later be partitioned by
-- range or distributed by organisation.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Accounts: the tables of better-auth, as written by its compileMigrations(), with a code for each row.

create schema auth;

create table auth."user" (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  mac text not null default ''
);

create table auth.session (
  id text primary key,
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth."user" on delete cascade,
  mac text not null default ''
);
create index "session_userId_idx" on auth.session ("userId");

create table auth.account (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth."user" on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  mac text not null default ''
);
create index "account_userId_idx" on auth.account ("userId");

create table auth.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  mac text not null default ''
);
create index verification_identifier_idx on auth.verification (identifier);

create table auth."rateLimit" (
  id text primary key,
  key text not null unique,
  count integer not null,
  "lastRequest" bigint not null
);

-- Organisations, their members and their API keys.

-- The id of an organisation's sandbox differs from the organisation's in its version, 8 instead of 7 (domain/shared/ids.ts).
create function is_sandbox(id uuid) returns boolean language sql immutable strict parallel safe
  return substr(id::text, 15, 1) = '8';
-- Not strict, because PostgreSQL does not inline a strict function with a `case`, and would prepare it for each run of a statement.
create function live_organisation(id uuid) returns uuid language sql immutable parallel safe
  return case when substr(id::text, 15, 1) = '8' then overlay(id::text placing '7' from 15)::uuid else id end;

create table organisations (
  id uuid primary key,
  organization_name text,
  created_at timestamptz(3) not null,
  logo_url text,
  logo_token bytea,
  brand_color text,
  website_url text,
  email_sender_name text,
  email_subject text,
  email_intro_message text,
  email_signature text,
  reply_to text,
  sender_address text,
  sender_asked_at timestamptz(3),
  sender_confirmed boolean not null default false,
  email_bcc text,
  bcc_asked_at timestamptz(3),
  bcc_confirmed boolean not null default false,
  smtp_host text,
  smtp_port integer check (smtp_port in (25, 465, 587, 2525)),
  smtp_username text,
  smtp_password bytea,
  reminder_subject text,
  reminder_message text,
  mac bytea not null,
  changed_at timestamptz(3) not null,
  name_keys text[] not null default '{}',
  time_zone text
);
create index organisations_name_keys on organisations using gin (name_keys);

-- Clocks of sandboxes that were moved forward, and their mails, which are kept instead of sent.
create table sandbox_clocks (
  organisation_id uuid primary key references organisations check (is_sandbox(organisation_id)),
  ahead_ms bigint not null check (ahead_ms >= 0)
);

create table captured_mails (
  organisation_id uuid not null references organisations check (is_sandbox(organisation_id)),
  id uuid not null,
  recipient text not null,
  subject text not null,
  html text,
  text text not null,
  created_at timestamptz(3) not null,
  mac bytea not null,
  primary key (organisation_id, id)
);

create table dkim_keys (
  organisation_id uuid primary key references organisations,
  domain text not null,
  selector text not null,
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz(3) not null,
  found_at timestamptz(3),
  checked_at timestamptz(3),
  mac bytea not null
);

-- Recipients who want no reminders of expiries from an organisation. Without a foreign key, because recipients come and go.
create table reminder_stops (
  organisation_id uuid not null references organisations,
  recipient_id uuid not null,
  created_at timestamptz(3) not null,
  mac bytea not null,
  primary key (organisation_id, recipient_id)
);

create table members (
  organisation_id uuid not null references organisations,
  user_id text not null references auth."user" on delete cascade,
  role text not null check (role in ('owner', 'admin', 'issuer', 'viewer')),
  created_at timestamptz(3) not null,
  mac bytea not null,
  changed_at timestamptz(3) not null,
  primary key (organisation_id, user_id)
);
create index members_user on members (user_id);

-- Choices of a person that hold in every organisation.
create table person_settings (
  user_id text primary key references auth."user" on delete cascade,
  -- The person's choice; null for the language of the browser.
  language text,
  -- Language of the page of the last sign-in, for mails to people who chose none.
  seen_language text,
  changed_at timestamptz(3) not null
);

create table invitations (
  organisation_id uuid not null references organisations,
  id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'issuer', 'viewer')),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  invited_by text not null,
  mac bytea not null,
  primary key (organisation_id, id),
  -- Invitations end with the inviter's membership.
  foreign key (organisation_id, invited_by) references members on delete cascade
);
create unique index invitations_email on invitations (organisation_id, lower(email));
create index invitations_inviter on invitations (organisation_id, invited_by);

create table api_keys (
  organisation_id uuid not null references organisations,
  id uuid not null,
  name text not null,
  key_hash bytea not null unique,
  prefix text not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  mac bytea not null,
  primary key (organisation_id, id)
);

-- The audit log. Entries keep the actor's name at the time of the action, because they outlive people and keys.

create table audit_entries (
  organisation_id uuid not null,
  id uuid not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  subject text,
  changes text,
  -- Bulk action of which the change is a part. Actions are deleted earlier than entries.
  bulk_action_id uuid,
  created_at timestamptz(3) not null,
  mac bytea not null,
  number bigint not null,
  primary key (organisation_id, id)
);
create index audit_entries_number on audit_entries (organisation_id, number);
create index audit_entries_bulk on audit_entries (organisation_id, bulk_action_id, subject) where bulk_action_id is not null;
create index audit_entries_status on audit_entries (organisation_id, subject)
  where action in (
    'certificates.changeExpiry', 'certificates.correct', 'certificates.email', 'certificates.reinstate', 'certificates.revoke'
  );
create index audit_entries_endings on audit_entries (organisation_id, subject, created_at)
  where action in (
    'apiKeys.revoke', 'apiKeys.rotate', 'designs.archive', 'designs.restore', 'dkim.remove', 'invitations.accept',
    'mailServer.remove', 'mailServer.save', 'members.changeRole', 'members.remove', 'members.withdrawInvitation', 'organisation.confirmAddress',
    'organisation.deleteLogo',
    'organisation.resendConfirmation', 'organisation.update', 'organisation.uploadLogo', 'requests.accept', 'requests.decline',
    'shareLinks.revoke', 'templates.setType', 'webhooks.delete', 'webhooks.rotateSecret', 'webhooks.update'
  );
create index audit_entries_passwords on audit_entries (actor_id, created_at)
  where action in ('account.changePassword', 'account.resetPassword');
create index audit_entries_hiding on audit_entries (organisation_id, subject, number)
  where action in ('certificates.hide', 'certificates.show');

create table audit_heads (
  organisation_id uuid primary key references organisations (id),
  entries bigint not null,
  link bytea not null,
  sealed_entries bigint not null,
  sealed_link bytea not null,
  mac bytea not null
) with (fillfactor = 50);
create index audit_heads_unsealed on audit_heads (organisation_id) where entries > sealed_entries;

-- Credits. The unique indexes of entries prevent a second debit or refund.

create table credit_balances (
  organisation_id uuid primary key references organisations,
  balance bigint not null check (balance >= 0),
  mac bytea not null,
  entries bigint not null,
  link bytea not null,
  sealed_entries bigint not null,
  sealed_link bytea not null
) with (fillfactor = 50);
create index credit_balances_unsealed on credit_balances (organisation_id) where entries > sealed_entries;

create table credit_entries (
  organisation_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('GRANT', 'DEBIT', 'REFUND')),
  amount bigint not null check (amount <> 0),
  certificate_id uuid,
  note text,
  created_at timestamptz(3) not null,
  batch_id uuid,
  actor_id text,
  actor_name text,
  mac bytea not null,
  number bigint not null,
  primary key (organisation_id, id)
);
create unique index credit_entries_certificate on credit_entries (organisation_id, certificate_id, kind)
  where certificate_id is not null;
create unique index credit_entries_batch on credit_entries (organisation_id, batch_id) where batch_id is not null;
create index credit_entries_number on credit_entries (organisation_id, number);
-- Lists failed certificates. Every permanently failed rendering is refunded, and nothing else is.
create index credit_entries_refunds on credit_entries (organisation_id, certificate_id)
  where kind = 'REFUND' and certificate_id is not null;

-- Templates with their fonts and pictures.

create table templates (
  organisation_id uuid not null references organisations,
  id uuid not null,
  name text not null,
  formation_name text,
  description text,
  tags text[] not null default '{}',
  type text not null check (type in ('PRIVATE', 'PUBLIC')),
  current_version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  -- Revision of the last draft. It never decreases, so that outdated drafts are detected.
  revision integer not null default 0,
  mac bytea not null,
  changed_at timestamptz(3) not null,
  primary key (organisation_id, id)
);
create index templates_public on templates (id) where type = 'PUBLIC';

create table template_versions (
  organisation_id uuid not null,
  template_id uuid not null,
  version integer not null,
  digest bytea not null,
  design text not null,
  detected_variables text[] not null,
  recipient_name_variable text not null,
  created_at timestamptz(3) not null,
  -- Copied from the design, so that lists and checks do not read it.
  variables jsonb not null,
  language jsonb,
  rules jsonb not null,
  author_name text not null,
  note text,
  mac bytea not null,
  primary key (organisation_id, template_id, version),
  foreign key (organisation_id, template_id) references templates
);

-- An unpublished template has only a draft, whose id becomes the template's.
create table template_drafts (
  organisation_id uuid not null references organisations,
  template_id uuid not null,
  design text not null,
  name text not null,
  formation_name text,
  revision integer not null,
  digest bytea not null,
  mac bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organisation_id, template_id)
);

-- Separate from the template's row, which every certificate would otherwise rewrite.
create table template_usage (
  organisation_id uuid not null,
  template_id uuid not null,
  times_used bigint not null,
  primary key (organisation_id, template_id)
) with (fillfactor = 50);

create table fonts (
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
);

-- The foreign key prevents the removal of a font in use.
create table template_fonts (
  organisation_id uuid not null,
  font_id uuid not null,
  template_id uuid not null,
  version integer not null,
  primary key (organisation_id, font_id, template_id, version),
  foreign key (organisation_id, font_id) references fonts,
  foreign key (organisation_id, template_id, version) references template_versions
);

create table assets (
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
  mac bytea not null,
  primary key (organisation_id, digest)
);
-- Unused pictures, which are limited in number and deleted after some time.
create index assets_unused on assets (organisation_id, uploaded_at) where used_at is null;

-- Pictures that an organisation's templates share. A template has a copy.
create table library_pictures (
  organisation_id uuid not null references organisations,
  id uuid not null,
  digest bytea not null check (length(digest) = 32),
  name text not null,
  file_name text not null,
  format text not null check (format in ('png', 'jpeg')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size integer not null check (size > 0),
  small_size integer not null check (small_size >= 0),
  added_by text not null,
  added_at timestamptz(3) not null,
  primary key (organisation_id, id),
  constraint library_pictures_digest unique (organisation_id, digest)
);

-- PDFs of certificates to import. A certificate has its own copy once it is rendered.
create table import_files (
  organisation_id uuid not null references organisations,
  digest bytea not null check (length(digest) = 32),
  file_name text not null,
  image_digest bytea not null,
  size integer not null check (size > 0),
  uploaded_by text not null,
  uploaded_at timestamptz(3) not null,
  -- Last import that names the file.
  used_at timestamptz(3),
  mac bytea not null,
  primary key (organisation_id, digest)
);
create index import_files_uploaded on import_files (uploaded_at);

-- Number of certificates that an organisation may import for nothing, and of those that it has imported so.
create table import_allowances (
  organisation_id uuid not null primary key references organisations,
  granted bigint not null check (granted >= 0),
  used bigint not null check (used between 0 and granted),
  mac bytea not null
);

-- The search of certificates and recipients. It compares folded texts: `jose` finds `José`.

-- Letters that a script writes in several ways become one: forms of the Arabic alef, yeh, kaf and heh, Arabic digits, the
-- Devanagari candrabindu, and katakana, which become hiragana.
create function search_scripts(value text) returns text language sql immutable strict parallel safe
  return case when value ~ '[\u0621-\u06f9\u0901\u30a1-\u30f6]' then translate(value,
    U&'\0671\0649\06cc\06a9\0629\06be\06c1\06d5\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9\0901' ||
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
    U&'\0627\064a\064a\0643\0647\0647\0647\0647' || '01234567890123456789' || U&'\0902' ||
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ')
  else value end;

-- Folds letters: compatibility forms (ligatures, full width) become plain letters. Accents, vowel signs of Hebrew and Arabic,
-- the nukta, variation selectors and zero-width characters are removed, after which most names are ASCII. Letters with strokes,
-- which have no decomposition, lose them.
create function search_letters(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  value := lower(regexp_replace(normalize(value, nfkd), '[\u00ad\u02be\u02bf\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u093c\u09bc\u0a3c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]+', '', 'g'));
  if octet_length(value) = char_length(value) then
    return value;
  end if;
  return search_scripts(normalize(replace(replace(replace(replace(
    translate(value, 'ıȷłøđðħŧςɓɗƙƴəŋґ', 'ijloddhtσbdkyenг'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), nfc));
end $$;

-- Folds a text to words separated by single spaces. Separators are spaces, punctuation, apostrophes and ASCII symbols, but not
-- U+001F, which separates the fields.
create function search_fold(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = char_length(value) then
    value := lower(value);
  else
    value := search_letters(value);
  end if;
  return btrim(regexp_replace(value,
    '[\u0001-\u001e -/:-@[-`{-\u00bf\u00d7\u00f7\u02b9-\u02bd\u055a\u05f3\u060c\u061b\u061f\u2000-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u30fb]+', ' ', 'g'));
end $$;

-- pg_trgm makes trigrams of letters in the database's locale, which can be limited to ASCII. The searched text is therefore
-- ASCII in every locale: each byte of other characters becomes `U` and three octal digits. Every word starts after a space.
create function search_words(value text) returns text language sql immutable strict parallel safe
  return ' ' || translate(encode(decode(search_fold(value), 'escape'), 'escape'), '\', 'U');

-- A query of one or two characters matches the start of a word, because a shorter part of a word has no trigram. In
-- scripts without spaces between words, a single character matches anywhere, because it has at least four bytes in the
-- pattern. A query of punctuation alone matches nothing.
create function search_pattern(query text) returns text language sql immutable strict parallel safe
  return case
    when search_fold(query) = '' then null
    when char_length(search_fold(query)) > 2
      or search_fold(query) ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]'
      then '%' || substr(search_words(query), 2) || '%'
    else '%' || search_words(query) || '%'
  end;

-- Spells umlauts and Nordic letters with two letters: `Müller` becomes `Mueller`. Null for a text without them. The first
-- condition lists the characters that contain one, because most texts have none and their normal form takes longer.
create function search_umlauts(value text) returns text language sql immutable strict parallel safe
  return case when value ~ '[äöüåøÄÖÜÅØ\u0308\u030a\u0344\u01d5-\u01dc\u01de\u01df\u01fa\u01fb\u01fe\u01ff\u022a\u022b\u212b\U000107a2]' and normalize(value, nfkd) ~ '[aouAOU]\u0308|[aA]\u030a|[øØ]' then
    regexp_replace(regexp_replace(regexp_replace(normalize(value, nfkd),
      '([aouAOU])\u0308', '\1e', 'g'), '([aA])\u030a', '\1a', 'g'), '[øØ]', 'oe', 'g') end;

-- Spells umlauts with one letter: `Mueller` becomes `Muller`. Null for a text without them. After a vowel or `q`, before one
-- other than `u`, and at the end of a word, the letters are no umlaut: `Bauer`, `Joe`.
create function search_without_umlauts(value text) returns text language sql immutable strict parallel safe
  return nullif(regexp_replace(value, '(?<![aeiouyq])([aou])e(?=[b-df-hj-np-xz])', '\1', 'gi'), value);

-- Names and addresses, and values next to them, in each of these spellings. They are in the text and not in the query, so
-- that a query finds a name as it is written, and `Joe` finds no `Johann`. In values `ue` is seldom an umlaut.
create function search_spellings(people text, others text) returns text language sql immutable strict parallel safe
  return search_words(people || others || coalesce(' ' || chr(31) || ' ' || search_umlauts(people || others), '')
    || coalesce(' ' || chr(31) || ' ' || search_without_umlauts(people), ''));

-- Excludes digests of pictures. Only the first 2,000 characters of values are searched, to limit the index.
create function search_document(name text, email text, external_id text, number text, variables jsonb) returns text
  language sql immutable parallel safe
  return search_spellings(
    name || ' ' || chr(31) || ' ' || coalesce(email, ''),
    ' ' || chr(31) || ' ' || coalesce(external_id, '') || ' ' || chr(31) || ' ' || coalesce(number, '')
      || ' ' || chr(31) || ' ' || coalesce((
        select left(string_agg(value, ' ' || chr(31) || ' '), 2000)
        from jsonb_each_text(variables) where value not like 'asset:%'
      ), '')
  );

-- An id starts with its time in milliseconds. Ids that share four digits span 50 days. Five digits span three days, six five
-- hours, and seven 17 minutes.
create function certificate_windows(id uuid) returns text[] language sql immutable strict parallel safe
  return array[left(id::text, 4), left(id::text, 5), left(id::text, 6), left(id::text, 7)];

-- Certificates. No index contains render_status, so that both updates of a rendering are heap-only.

create table certificates (
  organisation_id uuid not null,
  id uuid not null,
  -- Null for certificates that were imported with their original PDF and without a template.
  template_organisation_id uuid,
  template_id uuid,
  template_version integer,
  external_id text,
  address text not null,
  recipient_name text not null,
  recipient_email text,
  recipient_id uuid,
  recipient_digest bytea,
  variables jsonb not null,
  verification_hash bytea not null,
  nonce bytea not null,
  created_at timestamptz(3) not null,
  awarded_on date not null,
  number text,
  time_zone text not null,
  -- Null for certificates that never expire.
  expires_at timestamptz(3),
  render_status text not null check (render_status in ('PENDING', 'RENDERING', 'COMPLETED', 'FAILED')),
  pdf_digest bytea,
  image_digest bytea,
  revoked_at timestamptz(3),
  revoked_reason text,
  batch_id uuid,
  template_name text,
  issuer_name text,
  proof_salt bytea not null,
  credential_digest bytea,
  status_number bigint,
  -- Stored when a row is written. A search that reads it takes a tenth of the time of one that computes it.
  search_text text generated always as (search_document(recipient_name, recipient_email, external_id, number, variables)) stored,
  mac bytea not null,
  file_key bytea not null,
  statement_number integer not null default 0,
  revision integer not null default 1 check (revision > 0),
  files_edition integer not null default 0,
  credential_edition integer not null default 0,
  statement_digest bytea,
  -- Id of the certificate that this one renews.
  renewal_of uuid,
  given_language text,
  -- The organisation's notes, for lists. Nobody else sees them, and nothing is decided by them.
  tags text[] not null default '{}',
  -- True if the recipient has hidden the public page.
  hidden boolean not null default false,
  -- What an import was paid with; null for certificates that were issued here.
  import_payment text check (import_payment in ('ALLOWANCE', 'CREDIT', 'NOTHING')),
  import_failed boolean not null default false,
  original_issuer text,
  original_digest bytea check (length(original_digest) = 32),
  legacy_code text,
  primary key (organisation_id, id),
  check (num_nulls(template_organisation_id, template_id, template_version, template_name) = 0
    or (num_nonnulls(template_organisation_id, template_id, template_version, template_name) = 0
      and original_digest is not null)),
  check (import_payment is not null
    or (num_nonnulls(original_issuer, original_digest, legacy_code) = 0 and not import_failed))
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  -- A statement prepared for an empty table can use any index that starts with the organisation. It is planned again only
  -- with new statistics, which are first gathered after 500 changes.
  autovacuum_analyze_scale_factor = 0.005, autovacuum_analyze_threshold = 500
);
-- Without statistics PostgreSQL always uses the index for a search. It would plan by a text's frequency across all
-- organisations, and read the whole table for a text that is frequent in others.
alter table certificates alter column search_text set statistics 0;
create index certificates_verification_hash on certificates using hash (substring(verification_hash from 1 for 16));
create index certificates_template on certificates (organisation_id, template_id, id);
create index certificates_recipient on certificates (organisation_id, recipient_id, id) where recipient_id is not null;
create index certificates_external_id on certificates (organisation_id, external_id, id) where external_id is not null;
create index certificates_revoked on certificates (organisation_id, id) where revoked_at is not null;
create unique index certificates_number on certificates (organisation_id, number) where number is not null;
create index certificates_expiring on certificates (organisation_id, id) where expires_at is not null;
create index certificates_expiry on certificates (organisation_id, expires_at, id) where expires_at is not null;
-- Not unique, because a renewal that could not be rendered does not count. The renewed row's lock keeps renewals apart.
create index certificates_renewal on certificates (organisation_id, renewal_of, id) where renewal_of is not null;
create index certificates_batch on certificates (organisation_id, batch_id, id) where batch_id is not null;
create unique index certificates_legacy_code on certificates (organisation_id, legacy_code) where legacy_code is not null;
-- Lists imported certificates that could not be rendered. Other failed ones have a refund.
-- For figures, which count imports apart.
create index certificates_imported on certificates (organisation_id, id) include (template_id) where import_payment is not null;
create index certificates_import_failed on certificates (organisation_id, id) where import_failed;
create index certificates_original on certificates (original_digest, organisation_id, id) where original_digest is not null;
create index certificates_status_changed on certificates (organisation_id, id) where statement_number > 0;
create unique index certificates_status_number on certificates (organisation_id, status_number)
  where status_number is not null;
-- Smaller than the default pending list of 4 MB, whose merge into an index of 10 million certificates takes 200 ms, during
-- which a batch waits.
create index certificates_search
  on certificates using gin (organisation_id, certificate_windows(id), search_text gin_trgm_ops)
  with (gin_pending_list_limit = 512);

-- The tags of certificates in the order of lists, folded: `zurich` finds `Zürich`. Triggers of `certificates` write it.
create table certificate_tags (
  organisation_id uuid not null,
  key text collate "C" not null,
  certificate_id uuid not null,
  primary key (organisation_id, key, certificate_id)
);

create function index_tags() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from certificate_tags where organisation_id = old.organisation_id and certificate_id = old.id
      and key in (select search_letters(tag) from unnest(old.tags) as tag);
  end if;
  if tg_op <> 'DELETE' then
    insert into certificate_tags (organisation_id, key, certificate_id)
      select distinct new.organisation_id, search_letters(tag), new.id from unnest(new.tags) as tag;
  end if;
  return null;
end $$;
create trigger certificates_tagged after insert on certificates for each row
  when (new.tags <> '{}') execute function index_tags();
create trigger certificates_tags_changed after update of tags on certificates for each row
  when (old.tags <> new.tags) execute function index_tags();
create trigger certificates_untagged after delete on certificates for each row
  when (old.tags <> '{}') execute function index_tags();

-- Links by which a recipient shows a hidden certificate.
create table share_links (
  organisation_id uuid not null,
  id uuid not null,
  certificate_id uuid not null,
  -- Recipient who made it. It shows nothing after the certificate got another one.
  recipient_id uuid not null,
  -- Key from which the token in the address is derived.
  key_id bytea not null,
  created_at timestamptz(3) not null,
  mac bytea not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, certificate_id) references certificates
);
create unique index share_links_id on share_links (id);
create index share_links_certificate on share_links (organisation_id, certificate_id, id);

-- Due times of certificates that expire. Triggers keep them, so that no way of issuing or changing can forget them.
create table expiries (
  organisation_id uuid not null,
  certificate_id uuid not null,
  -- Time of the next look: -infinity after a change, null if nothing follows.
  due_at timestamptz(3),
  is_postponed boolean not null default false,
  -- Expiries that events were recorded for.
  expiring_for text[] not null default '{}',
  expired_for text[] not null default '{}',
  -- Expiry, days and mail of the last reminder.
  reminded_for timestamptz(3),
  reminded_days integer,
  email_id uuid,
  -- Time of the last reminder for the members' digest.
  digest_at timestamptz(3),
  -- Null before the first notice.
  mac bytea,
  primary key (organisation_id, certificate_id),
  foreign key (organisation_id, certificate_id) references certificates
) with (fillfactor = 80);
create index expiries_due on expiries (due_at) where due_at is not null;
create index expiries_email on expiries (organisation_id, email_id) where email_id is not null;

create index expiries_digest on expiries (organisation_id, digest_at) where digest_at is not null;

-- Members who want the digest of expiring certificates.
create table digest_readers (
  organisation_id uuid not null,
  user_id text not null,
  created_at timestamptz(3) not null,
  mac bytea not null,
  primary key (organisation_id, user_id),
  foreign key (organisation_id, user_id) references members on delete cascade
);

-- Filters of the list of certificates, by member.
create table saved_filters (
  organisation_id uuid not null,
  id uuid not null,
  user_id text not null,
  name text not null,
  filter jsonb not null,
  is_shared boolean not null,
  saved_at timestamptz(3) not null,
  primary key (organisation_id, id),
  constraint saved_filters_name unique (organisation_id, user_id, name),
  foreign key (organisation_id, user_id) references members on delete cascade
);

create function schedule_expiry() returns trigger language plpgsql as $$
begin
  insert into expiries (organisation_id, certificate_id, due_at) values (new.organisation_id, new.id, '-infinity')
    on conflict (organisation_id, certificate_id) do update set due_at = excluded.due_at, is_postponed = false;
  return null;
end $$;
create trigger certificates_issued after insert on certificates for each row
  when (new.expires_at is not null) execute function schedule_expiry();
create trigger certificates_expiry_changed after update of expires_at, revoked_at on certificates for each row
  when (new.expires_at is not null
    and (old.expires_at is distinct from new.expires_at or old.revoked_at is not null and new.revoked_at is null))
  execute function schedule_expiry();

-- Revisions of certificates that are not in force. Their values are erased once the next revision is rendered.
create table certificate_revisions (
  organisation_id uuid not null,
  certificate_id uuid not null,
  revision integer not null,
  verification_hash bytea not null,
  actor_id text,
  actor_name text not null,
  reason text not null,
  changed jsonb not null,
  created_at timestamptz(3) not null,
  former text,
  mac bytea not null,
  primary key (organisation_id, certificate_id, revision),
  foreign key (organisation_id, certificate_id) references certificates
);
create index certificate_revisions_verification_hash on certificate_revisions
  using hash (substring(verification_hash from 1 for 16));

-- Corrections that recipients ask for. A certificate has at most one open request.
create table correction_requests (
  organisation_id uuid not null,
  id uuid not null,
  certificate_id uuid not null,
  mailbox text not null,
  -- Revision of the certificate at the time of the request.
  revision integer not null,
  -- Proposed values by name, as JSON.
  proposed text not null,
  message text not null,
  status text not null check (status in ('OPEN', 'ACCEPTED', 'DECLINED')),
  created_at timestamptz(3) not null,
  -- Time of the last change of the status.
  changed_at timestamptz(3) not null,
  decider_id text,
  decider_name text,
  answer text,
  -- Revision that the accepted request led to.
  corrected_revision integer,
  mac bytea not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, certificate_id) references certificates,
  check ((status = 'OPEN') = (decider_name is null))
);
create unique index correction_requests_open on correction_requests (organisation_id, certificate_id) where status = 'OPEN';
create index correction_requests_certificate on correction_requests (organisation_id, certificate_id, id);
create index correction_requests_mailbox on correction_requests (organisation_id, mailbox, id);
create index correction_requests_listed on correction_requests (organisation_id, (status = 'OPEN'), id);
create index correction_requests_decided on correction_requests (changed_at) where status <> 'OPEN';

-- Series of certificate numbers. A series never changes, and its counters only grow.
create table number_series (
  organisation_id uuid not null references organisations,
  id uuid not null,
  name text not null,
  pattern text not null,
  start integer not null,
  reset text not null check (reset in ('never', 'yearly')),
  created_at timestamptz(3) not null,
  mac bytea not null,
  primary key (organisation_id, id),
  unique (organisation_id, name)
);
-- Next serial in a year; year 0 for series that are never reset.
create table number_counters (
  organisation_id uuid not null,
  series_id uuid not null,
  year integer not null,
  next bigint not null,
  primary key (organisation_id, series_id, year),
  foreign key (organisation_id, series_id) references number_series
);

-- Recipients with an e-mail address. The id is derived from the organisation and the mailbox, so that issuing needs no
-- look-up. The name is that of the latest certificate, for the search.
create table recipients (
  organisation_id uuid not null references organisations,
  id uuid not null,
  mailbox text collate "C" not null,
  name text not null,
  search_text text generated always as (search_spellings(name || ' ' || chr(31) || ' ' || mailbox, '')) stored,
  primary key (organisation_id, id),
  constraint recipients_mailbox unique (organisation_id, mailbox)
) with (fillfactor = 90);
-- For the recipients' place, which shows the certificates of all organisations.
create index recipients_of_mailbox on recipients (mailbox, organisation_id, id);
create index recipients_search on recipients using gin (organisation_id, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 512);

-- Recipients that a member declared to be the person of another one. Only lists depend on it: certificates stay by address.
create table recipient_merges (
  organisation_id uuid not null references organisations,
  recipient_id uuid not null,
  -- Recipient that stands for the person. It is not merged itself.
  person_id uuid not null,
  merged_at timestamptz(3) not null,
  primary key (organisation_id, recipient_id),
  check (recipient_id <> person_id)
);
create index recipient_merges_person on recipient_merges (organisation_id, person_id, recipient_id);

create table seals (
  organisation_id uuid not null,
  certificate_id uuid not null,
  number integer not null check (number >= 0),
  statement text not null,
  signature bytea not null,
  key_id text not null,
  created_at timestamptz(3) not null,
  log_index bigint,
  logged_at timestamptz(3),
  primary key (organisation_id, certificate_id, number),
  foreign key (organisation_id, certificate_id) references certificates
) with (fillfactor = 80);
create unique index seals_log_index on seals (log_index) where log_index is not null;
create index seals_to_log on seals (created_at, organisation_id, certificate_id, number)
  where log_index is null and not is_sandbox(organisation_id);
create index seals_status on seals (organisation_id, certificate_id) where number > 0;

create table status_lists (
  organisation_id uuid primary key references organisations,
  next bigint not null,
  secret bytea not null,
  mac bytea not null
) with (fillfactor = 50);

create table verification_counts (
  organisation_id uuid not null,
  certificate_id uuid not null,
  hits bigint not null,
  last_at timestamptz(3) not null,
  -- Views of the page by people, which are also hits.
  views bigint not null,
  last_view_at timestamptz(3),
  -- Uses of the page's button that adds the certificate to a LinkedIn profile. They are no hits.
  linked_in bigint not null,
  primary key (organisation_id, certificate_id)
) with (fillfactor = 50);

-- Every verification of the day updates the row of its template. It is narrow, and free space keeps it on its page.
create table verification_days (
  organisation_id uuid not null,
  day date not null,
  -- The nil UUID for certificates without a template.
  template_id uuid not null,
  hits bigint not null,
  views bigint not null,
  linked_in bigint not null,
  primary key (organisation_id, day, template_id)
) with (fillfactor = 50);

-- No foreign key, because a storage only knows keys and bytes.
create table files (
  organisation_id uuid not null,
  id uuid not null,
  name text not null,
  content bytea not null,
  primary key (organisation_id, id, name)
);
alter table files alter column content set storage external;

-- Batches and bulk actions. Each certificate updates them, and free space on the page allows heap-only updates.

create table batches (
  organisation_id uuid not null references organisations,
  id uuid not null,
  template_id uuid not null,
  total_count integer not null check (total_count > 0),
  processed_count integer not null default 0,
  failed_count integer not null default 0,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  name text,
  file_name text,
  author_id text,
  author_name text,
  tags text[] not null default '{}',
  retry_of uuid,
  mac bytea not null,
  primary key (organisation_id, id),
  check (processed_count <= total_count and failed_count <= processed_count)
) with (fillfactor = 50);
create index batches_under_way on batches (organisation_id, id) where completed_at is null;
-- The failed certificates of a batch are issued again once.
create unique index batches_retry on batches (organisation_id, retry_of) where retry_of is not null;

create table bulk_actions (
  organisation_id uuid not null references organisations,
  id uuid not null,
  kind text not null check (kind in ('DOWNLOAD', 'EMAIL', 'REVOKE', 'EXPIRY', 'RENEW', 'CORRECT')),
  reason text,
  expires_at text,
  expiries text[] check (cardinality(expiries) = total_count),
  corrections text[] check (cardinality(corrections) = total_count),
  send_email boolean not null default false,
  certificate_ids uuid[] not null,
  total_count integer not null check (total_count > 0),
  processed_count integer not null default 0 check (processed_count between 0 and total_count),
  skipped_count integer not null default 0 check (skipped_count between 0 and processed_count),
  actor_id text not null,
  actor_name text not null,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  mac bytea not null,
  primary key (organisation_id, id)
) with (fillfactor = 50);

create table render_turns (
  organisation_id uuid primary key references organisations,
  last_turn bigint not null
);

-- E-mails. A mail without an organisation has the nil UUID. Mails about accounts have no address and no token. The worker
-- looks up the address, and creates a link's token when it hands the mail over.

create table emails (
  organisation_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('CERTIFICATE', 'REVOCATION', 'INVITATION', 'PASSWORD_RESET', 'BATCH_NOTICE', 'EXPIRY_REMINDER', 'EXPIRY_DIGEST', 'REQUEST_ANSWER', 'MY_LINK', 'ADDRESS_CONFIRMATION', 'WEBHOOK_DISABLED')),
  certificate_id uuid,
  -- Template of the certificate, for figures.
  template_id uuid,
  subject_id text,
  recipient text,
  status text not null check (status in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'BOUNCED', 'FAILED', 'UNCERTAIN')),
  error text,
  refusals integer not null default 0,
  created_at timestamptz(3) not null,
  claimed_at timestamptz(3),
  ended_at timestamptz(3),
  mac bytea not null,
  primary key (organisation_id, id),
  constraint emails_subject_check check (case
    when kind in ('CERTIFICATE', 'REVOCATION') then certificate_id is not null and recipient is not null and subject_id is null
    else certificate_id is null and recipient is null and subject_id is not null end),
  constraint emails_organisation_check
    check ((kind in ('PASSWORD_RESET', 'MY_LINK')) = (organisation_id = '00000000-0000-0000-0000-000000000000'))
) with (fillfactor = 80);
create index emails_certificate on emails (organisation_id, certificate_id, id);
create index emails_subject on emails (organisation_id, subject_id, id) where subject_id is not null;
-- Mails about accounts are deleted some time after they ended.
create index emails_ended on emails (ended_at) where subject_id is not null;
create index emails_bounced on emails (ended_at) where status = 'BOUNCED';
create index emails_delivered on emails (organisation_id, id) include (template_id)
  where kind = 'CERTIFICATE' and status in ('SENT', 'DELIVERED');
create index emails_uncertain on emails (organisation_id, id) where status in ('SENDING', 'UNCERTAIN');
create index emails_unsent on emails (organisation_id, status, certificate_id)
  where status not in ('SENT', 'DELIVERED') and certificate_id is not null;

-- The recipients' place (/my). Its rows belong to mailboxes and to no organisation. Mailboxes are normalised as in recipients.

create table my_sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  mailbox text collate "C" not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  mac bytea not null
);
create index my_sessions_mailbox on my_sessions (mailbox);
create index my_sessions_expires_at on my_sessions (expires_at);

-- A link has no token until its mail is handed over. Opening it deletes the row.
create table my_links (
  id uuid primary key,
  purpose text not null check (purpose in ('ENTER', 'ADD')),
  mailbox text collate "C" not null,
  session_id uuid references my_sessions on delete cascade,
  language text not null,
  token_hash bytea unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  mac bytea not null,
  constraint my_links_session_check check ((purpose = 'ADD') = (session_id is not null))
);
create index my_links_session on my_links (session_id) where session_id is not null;
create index my_links_expires_at on my_links (expires_at);

-- Mailboxes that share a place. One without a row has a place of its own.
create table my_addresses (
  mailbox text collate "C" primary key,
  place_id uuid not null,
  added_at timestamptz(3) not null,
  mac bytea not null
);
create index my_addresses_place on my_addresses (place_id);

create table mail_paces (
  server text primary key,
  rate double precision not null,
  refusals integer not null default 0,
  cuts integer not null default 0,
  free_at timestamptz(3) not null
) with (fillfactor = 50);

create table mail_turns (
  organisation_id uuid primary key references organisations,
  last_turn bigint not null
) with (fillfactor = 50);

-- The event log. Raising a head locks it until the commit, so positions have no gaps and follow the order of commits.

create table event_heads (
  organisation_id uuid primary key references organisations,
  position bigint not null check (position > 0)
) with (fillfactor = 50);

create table events (
  organisation_id uuid not null,
  position bigint not null,
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  data text not null,
  file_key bytea,
  created_at timestamptz(3) not null,
  mac bytea not null,
  primary key (organisation_id, position)
);
create index events_type on events (organisation_id, type, position);

-- Webhooks.

create table webhooks (
  organisation_id uuid not null references organisations,
  id uuid not null,
  name text not null,
  url text not null,
  events text[] not null,
  retry text not null check (retry in ('contract', 'day')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ERROR', 'DISABLED')),
  error_count integer not null default 0,
  last_success_at timestamptz(3),
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  mac bytea not null,
  primary key (organisation_id, id)
);

create table webhook_deliveries (
  organisation_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  subject_id uuid,
  event_position bigint,
  status text not null default 'PENDING' check (status in ('PENDING', 'SUCCEEDED', 'FAILED', 'MISSED')),
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  mac bytea not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, webhook_id) references webhooks on delete cascade
) with (fillfactor = 80);
create index webhook_deliveries_webhook on webhook_deliveries (organisation_id, webhook_id, id);
create index webhook_deliveries_subject on webhook_deliveries (organisation_id, subject_id)
  where subject_id is not null;

create table webhook_attempts (
  organisation_id uuid not null,
  delivery_id uuid not null,
  id uuid not null,
  attempted_at timestamptz(3) not null,
  duration_ms integer not null,
  status integer,
  response text,
  error text,
  primary key (organisation_id, delivery_id, id),
  foreign key (organisation_id, delivery_id) references webhook_deliveries on delete cascade
);

-- The transparency log.

create table log_tiles (
  level smallint not null check (level >= -1),
  index bigint not null check (index >= 0),
  width smallint not null check (width between 1 and 256),
  bytes bytea not null,
  primary key (level, index)
);

create table log_leaves (
  organisation_id uuid not null,
  certificate_id uuid not null,
  number integer not null,
  log_index bigint not null,
  primary key (organisation_id, certificate_id, number)
);
create index log_leaves_status on log_leaves (organisation_id, certificate_id) where number > 0;

create table log_heads (
  size bigint primary key check (size >= 0),
  checkpoint text not null,
  created_at timestamptz(3) not null
);

-- Prevents changes of signed heads and heads smaller than earlier ones, so that the log has one history.
create function log_heads_only_grow() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' or exists (select from log_heads where size >= new.size) then
        raise exception 'heads of the log only grow';
      end if;
      return new;
    end $$;
create trigger log_heads_only_grow before insert or update or delete on log_heads
  for each row execute function log_heads_only_grow();

create table log_copies (
  place text primary key,
  size bigint not null,
  due_at timestamptz(3) not null
);

create table log_restores (
  from_index bigint primary key check (from_index >= 0),
  to_index bigint not null check (to_index > from_index),
  note text not null
);

-- The installation.

create table keys (
  purpose text not null,
  id text not null,
  sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (purpose, id),
  constraint keys_purpose check (purpose in ('signing', 'pdf', 'log', 'auth', 'pepper', 'test', 'test-pdf'))
);
-- A log keeps its key permanently.
create unique index keys_log on keys (purpose) where purpose = 'log';

-- Periods of the installation's addresses. An address that was used twice has two rows.
create table addresses (
  number integer primary key,
  url text not null,
  from_at timestamptz(3) not null,
  until_at timestamptz(3),
  mac bytea not null
);

create table integrity_findings (
  id bytea primary key,
  pass text not null,
  invariant text not null,
  organisation_id uuid,
  subject text,
  message text not null,
  found_at timestamptz(3) not null
);
create index integrity_findings_organisation on integrity_findings (organisation_id, found_at);

create table integrity_passes (
  pass text primary key,
  holder text not null,
  lease_until timestamptz(3) not null,
  completed_at timestamptz(3)
);

create table idempotency_keys (
  organisation_id uuid not null,
  route text not null,
  key text not null,
  request_digest bytea not null,
  response bytea not null,
  created_at timestamptz(3) not null,
  primary key (organisation_id, route, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Counters that a crash can reset. Without the write-ahead log, a hit costs a tenth.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table worker_heartbeats (
  worker_id text primary key,
  queue text not null,
  beat_at timestamptz not null
);
