-- The schema of a migrated database, for reading. npm run schema writes it.

create extension btree_gin;

create extension pg_trgm;

create schema auth;

CREATE OR REPLACE FUNCTION public.search_fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(lower(value), '[\u0001-\u001e -/:-@[-`{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b9\u00bb\u00bf\u00d7\u00f7\u060c\u061b\u061f\u2000-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u30fb\uff00-\uff0f\uff1a-\uff20]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.search_words(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (' '::text || translate(encode(decode(search_fold(value), 'escape'::text), 'escape'::text), '\'::text, 'U'::text));

CREATE OR REPLACE FUNCTION public.search_pattern(query text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (search_fold(query) = ''::text) THEN NULL::text WHEN ((char_length(search_fold(query)) > 2) OR (search_fold(query) ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]'::text)) THEN (('%'::text || substr(search_words(query), 2)) || '%'::text) ELSE (('%'::text || search_words(query)) || '%'::text) END;

CREATE OR REPLACE FUNCTION public.search_document(name text, email text, external_id text, variables jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN search_words(((((((((((((name || ' '::text) || chr(31)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || chr(31)) || ' '::text) || COALESCE(external_id, ''::text)) || ' '::text) || chr(31)) || ' '::text) || COALESCE((SELECT "left"(string_agg(jsonb_each_text.value, ((' '::text || chr(31)) || ' '::text)), 2000) AS "left" FROM jsonb_each_text(search_document.variables) jsonb_each_text(key, value) WHERE (jsonb_each_text.value !~~ 'asset:%'::text)), ''::text)));

CREATE OR REPLACE FUNCTION public.certificate_windows(id uuid)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY["left"((id)::text, 5), "left"((id)::text, 6), "left"((id)::text, 7)];

CREATE OR REPLACE FUNCTION public.log_heads_only_grow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op <> 'INSERT' or exists (select from log_heads where size >= new.size) then
        raise exception 'heads of the log only grow';
      end if;
      return new;
    end $function$;

create table auth.account (
  id text not null,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamp with time zone,
  "refreshTokenExpiresAt" timestamp with time zone,
  scope text,
  password text,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null,
  mac text not null default ''::text,
  constraint account_pkey PRIMARY KEY (id)
);

create table auth."rateLimit" (
  id text not null,
  key text not null,
  count integer not null,
  "lastRequest" bigint not null,
  constraint "rateLimit_pkey" PRIMARY KEY (id),
  constraint "rateLimit_key_key" UNIQUE (key)
);

create table auth.session (
  id text not null,
  "expiresAt" timestamp with time zone not null,
  token text not null,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null,
  mac text not null default ''::text,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_key UNIQUE (token)
);

create table auth."user" (
  id text not null,
  name text not null,
  email text not null,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  mac text not null default ''::text,
  constraint user_pkey PRIMARY KEY (id),
  constraint user_email_key UNIQUE (email)
);

create table auth.verification (
  id text not null,
  identifier text not null,
  value text not null,
  "expiresAt" timestamp with time zone not null,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  mac text not null default ''::text,
  constraint verification_pkey PRIMARY KEY (id)
);

create table addresses (
  number integer not null,
  url text not null,
  from_at timestamp(3) with time zone not null,
  until_at timestamp(3) with time zone,
  mac bytea not null,
  constraint addresses_pkey PRIMARY KEY (number)
);

create table api_keys (
  organisation_id uuid not null,
  id uuid not null,
  name text not null,
  key_hash bytea not null,
  prefix text not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  mac bytea not null,
  constraint api_keys_pkey PRIMARY KEY (organisation_id, id),
  constraint api_keys_key_hash_key UNIQUE (key_hash)
);

create table assets (
  organisation_id uuid not null,
  digest bytea not null,
  file_name text not null,
  format text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  small_size integer not null,
  uploaded_by text not null,
  uploaded_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  mac bytea not null,
  constraint assets_pkey PRIMARY KEY (organisation_id, digest),
  constraint assets_digest_check CHECK (length(digest) = 32),
  constraint assets_format_check CHECK (format = ANY (ARRAY['png'::text, 'jpeg'::text])),
  constraint assets_height_check CHECK (height > 0),
  constraint assets_size_check CHECK (size > 0),
  constraint assets_small_size_check CHECK (small_size >= 0),
  constraint assets_width_check CHECK (width > 0)
);

create table audit_entries (
  organisation_id uuid not null,
  id uuid not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  subject text,
  created_at timestamp(3) with time zone not null,
  mac bytea not null,
  number bigint not null,
  constraint audit_entries_pkey PRIMARY KEY (organisation_id, id)
);

create table audit_heads (
  organisation_id uuid not null,
  entries bigint not null,
  link bytea not null,
  sealed_entries bigint not null,
  sealed_link bytea not null,
  mac bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (organisation_id)
) with (fillfactor=50);

create table batches (
  organisation_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  total_count integer not null,
  processed_count integer not null default 0,
  failed_count integer not null default 0,
  created_at timestamp(3) with time zone not null,
  completed_at timestamp(3) with time zone,
  name text,
  file_name text,
  author_id text,
  author_name text,
  mac bytea not null,
  constraint batches_pkey PRIMARY KEY (organisation_id, id),
  constraint batches_check CHECK (processed_count <= total_count AND failed_count <= processed_count),
  constraint batches_total_count_check CHECK (total_count > 0)
) with (fillfactor=50);

create table bulk_actions (
  organisation_id uuid not null,
  id uuid not null,
  kind text not null,
  reason text,
  certificate_ids uuid[] not null,
  total_count integer not null,
  processed_count integer not null default 0,
  skipped_count integer not null default 0,
  actor_id text not null,
  actor_name text not null,
  created_at timestamp(3) with time zone not null,
  completed_at timestamp(3) with time zone,
  mac bytea not null,
  constraint bulk_actions_pkey PRIMARY KEY (organisation_id, id),
  constraint bulk_actions_check CHECK (processed_count >= 0 AND processed_count <= total_count),
  constraint bulk_actions_check1 CHECK (skipped_count >= 0 AND skipped_count <= processed_count),
  constraint bulk_actions_kind_check CHECK (kind = ANY (ARRAY['DOWNLOAD'::text, 'EMAIL'::text, 'REVOKE'::text])),
  constraint bulk_actions_total_count_check CHECK (total_count > 0)
) with (fillfactor=50);

create table certificates (
  organisation_id uuid not null,
  id uuid not null,
  template_organisation_id uuid not null,
  template_id uuid not null,
  template_version integer not null,
  external_id text,
  address text not null,
  recipient_name text not null,
  recipient_email text,
  recipient_id uuid,
  recipient_digest bytea,
  variables jsonb not null,
  verification_hash bytea not null,
  nonce bytea not null,
  created_at timestamp(3) with time zone not null,
  render_status text not null,
  pdf_digest bytea,
  image_digest bytea,
  revoked_at timestamp(3) with time zone,
  revoked_reason text,
  batch_id uuid,
  template_name text not null,
  issuer_name text,
  proof_salt bytea not null,
  credential_digest bytea,
  status_number bigint,
  search_text text generated always as (search_document(recipient_name, recipient_email, external_id, variables)) stored,
  mac bytea not null,
  file_key bytea not null,
  statement_number integer not null default 0,
  statement_digest bytea,
  constraint certificates_pkey PRIMARY KEY (organisation_id, id),
  constraint certificates_render_status_check CHECK (render_status = ANY (ARRAY['PENDING'::text, 'RENDERING'::text, 'COMPLETED'::text, 'FAILED'::text]))
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=20000, autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=100000, autovacuum_analyze_scale_factor=0.005, autovacuum_analyze_threshold=500);

create table credit_balances (
  organisation_id uuid not null,
  balance bigint not null,
  mac bytea not null,
  entries bigint not null,
  link bytea not null,
  sealed_entries bigint not null,
  sealed_link bytea not null,
  constraint credit_balances_pkey PRIMARY KEY (organisation_id),
  constraint credit_balances_balance_check CHECK (balance >= 0)
) with (fillfactor=50);

create table credit_entries (
  organisation_id uuid not null,
  id uuid not null,
  kind text not null,
  amount bigint not null,
  certificate_id uuid,
  note text,
  created_at timestamp(3) with time zone not null,
  batch_id uuid,
  actor_id text,
  actor_name text,
  mac bytea not null,
  number bigint not null,
  constraint credit_entries_pkey PRIMARY KEY (organisation_id, id),
  constraint credit_entries_amount_check CHECK (amount <> 0),
  constraint credit_entries_kind_check CHECK (kind = ANY (ARRAY['GRANT'::text, 'DEBIT'::text, 'REFUND'::text]))
);

create table emails (
  organisation_id uuid not null,
  id uuid not null,
  kind text not null,
  certificate_id uuid,
  subject_id text,
  recipient text,
  status text not null,
  error text,
  refusals integer not null default 0,
  created_at timestamp(3) with time zone not null,
  claimed_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  mac bytea not null,
  constraint emails_pkey PRIMARY KEY (organisation_id, id),
  constraint emails_kind_check CHECK (kind = ANY (ARRAY['CERTIFICATE'::text, 'INVITATION'::text, 'PASSWORD_RESET'::text, 'BATCH_NOTICE'::text])),
  constraint emails_organisation_check CHECK ((kind = 'PASSWORD_RESET'::text) = (organisation_id = '00000000-0000-0000-0000-000000000000'::uuid)),
  constraint emails_status_check CHECK (status = ANY (ARRAY['QUEUED'::text, 'SENDING'::text, 'SENT'::text, 'FAILED'::text, 'UNCERTAIN'::text])),
  constraint emails_subject_check CHECK (
CASE kind
    WHEN 'CERTIFICATE'::text THEN certificate_id IS NOT NULL AND recipient IS NOT NULL AND subject_id IS NULL
    ELSE certificate_id IS NULL AND recipient IS NULL AND subject_id IS NOT NULL
END)
) with (fillfactor=80);

create table event_heads (
  organisation_id uuid not null,
  "position" bigint not null,
  constraint event_heads_pkey PRIMARY KEY (organisation_id),
  constraint event_heads_position_check CHECK ("position" > 0)
) with (fillfactor=50);

create table events (
  organisation_id uuid not null,
  "position" bigint not null,
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  data text not null,
  file_key bytea,
  created_at timestamp(3) with time zone not null,
  mac bytea not null,
  constraint events_pkey PRIMARY KEY (organisation_id, "position")
);

create table files (
  organisation_id uuid not null,
  id uuid not null,
  name text not null,
  content bytea not null,
  constraint files_pkey PRIMARY KEY (organisation_id, id, name)
);

create table fonts (
  organisation_id uuid not null,
  id uuid not null,
  digest bytea not null,
  family text not null,
  faces jsonb not null,
  size integer not null,
  uploaded_by text not null,
  created_at timestamp(3) with time zone not null,
  constraint fonts_pkey PRIMARY KEY (organisation_id, id),
  constraint fonts_digest UNIQUE (organisation_id, digest),
  constraint fonts_digest_check CHECK (length(digest) = 32),
  constraint fonts_size_check CHECK (size > 0)
);

create table idempotency_keys (
  organisation_id uuid not null,
  route text not null,
  key text not null,
  request_digest bytea not null,
  response bytea not null,
  created_at timestamp(3) with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (organisation_id, route, key)
);

create table integrity_findings (
  id bytea not null,
  pass text not null,
  invariant text not null,
  organisation_id uuid,
  subject text,
  message text not null,
  found_at timestamp(3) with time zone not null,
  constraint integrity_findings_pkey PRIMARY KEY (id)
);

create table integrity_passes (
  pass text not null,
  holder text not null,
  lease_until timestamp(3) with time zone not null,
  completed_at timestamp(3) with time zone,
  constraint integrity_passes_pkey PRIMARY KEY (pass)
);

create table invitations (
  organisation_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  invited_by text not null,
  mac bytea not null,
  constraint invitations_pkey PRIMARY KEY (organisation_id, id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'issuer'::text, 'viewer'::text]))
);

create table keys (
  purpose text not null,
  id text not null,
  sealed bytea not null,
  created_at timestamp(3) with time zone not null,
  constraint keys_pkey PRIMARY KEY (purpose, id),
  constraint keys_purpose CHECK (purpose = ANY (ARRAY['signing'::text, 'pdf'::text, 'log'::text, 'auth'::text, 'pepper'::text]))
);

create table log_copies (
  place text not null,
  size bigint not null,
  due_at timestamp(3) with time zone not null,
  constraint log_copies_pkey PRIMARY KEY (place)
);

create table log_heads (
  size bigint not null,
  checkpoint text not null,
  created_at timestamp(3) with time zone not null,
  constraint log_heads_pkey PRIMARY KEY (size),
  constraint log_heads_size_check CHECK (size >= 0)
);

create table log_leaves (
  organisation_id uuid not null,
  certificate_id uuid not null,
  number integer not null,
  log_index bigint not null,
  constraint log_leaves_pkey PRIMARY KEY (organisation_id, certificate_id, number)
);

create table log_restores (
  from_index bigint not null,
  to_index bigint not null,
  note text not null,
  constraint log_restores_pkey PRIMARY KEY (from_index),
  constraint log_restores_check CHECK (to_index > from_index),
  constraint log_restores_from_index_check CHECK (from_index >= 0)
);

create table log_tiles (
  level smallint not null,
  index bigint not null,
  width smallint not null,
  bytes bytea not null,
  constraint log_tiles_pkey PRIMARY KEY (level, index),
  constraint log_tiles_index_check CHECK (index >= 0),
  constraint log_tiles_level_check CHECK (level >= '-1'::integer),
  constraint log_tiles_width_check CHECK (width >= 1 AND width <= 256)
);

create table mail_paces (
  server text not null,
  rate double precision not null,
  refusals integer not null default 0,
  cuts integer not null default 0,
  free_at timestamp(3) with time zone not null,
  constraint mail_paces_pkey PRIMARY KEY (server)
) with (fillfactor=50);

create table mail_turns (
  organisation_id uuid not null,
  last_turn bigint not null,
  constraint mail_turns_pkey PRIMARY KEY (organisation_id)
) with (fillfactor=50);

create table members (
  organisation_id uuid not null,
  user_id text not null,
  role text not null,
  created_at timestamp(3) with time zone not null,
  mac bytea not null,
  changed_at timestamp(3) with time zone not null,
  constraint members_pkey PRIMARY KEY (organisation_id, user_id),
  constraint members_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'issuer'::text, 'viewer'::text]))
);

create table organisations (
  id uuid not null,
  organization_name text,
  created_at timestamp(3) with time zone not null,
  logo_url text,
  logo_token bytea,
  brand_color text,
  website_url text,
  email_sender_name text,
  email_subject text,
  email_intro_message text,
  email_signature text,
  mac bytea not null,
  changed_at timestamp(3) with time zone not null,
  name_keys text[] not null default '{}'::text[],
  constraint organisations_pkey PRIMARY KEY (id)
);

create unlogged table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table recipients (
  organisation_id uuid not null,
  id uuid not null,
  mailbox text not null,
  name text not null,
  search_text text generated always as (search_words(((((name || ' '::text) || chr(31)) || ' '::text) || mailbox))) stored,
  constraint recipients_pkey PRIMARY KEY (organisation_id, id),
  constraint recipients_mailbox UNIQUE (organisation_id, mailbox)
) with (fillfactor=90);

create table render_turns (
  organisation_id uuid not null,
  last_turn bigint not null,
  constraint render_turns_pkey PRIMARY KEY (organisation_id)
);

create table seals (
  organisation_id uuid not null,
  certificate_id uuid not null,
  number integer not null,
  statement text not null,
  signature bytea not null,
  key_id text not null,
  created_at timestamp(3) with time zone not null,
  log_index bigint,
  logged_at timestamp(3) with time zone,
  constraint seals_pkey PRIMARY KEY (organisation_id, certificate_id, number),
  constraint seals_number_check CHECK (number >= 0)
) with (fillfactor=80);

create table status_lists (
  organisation_id uuid not null,
  next bigint not null,
  secret bytea not null,
  mac bytea not null,
  constraint status_lists_pkey PRIMARY KEY (organisation_id)
) with (fillfactor=50);

create table template_drafts (
  organisation_id uuid not null,
  template_id uuid not null,
  design text not null,
  name text not null,
  formation_name text,
  revision integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint template_drafts_pkey PRIMARY KEY (organisation_id, template_id)
);

create table template_fonts (
  organisation_id uuid not null,
  font_id uuid not null,
  template_id uuid not null,
  version integer not null,
  constraint template_fonts_pkey PRIMARY KEY (organisation_id, font_id, template_id, version)
);

create table template_usage (
  organisation_id uuid not null,
  template_id uuid not null,
  times_used bigint not null,
  constraint template_usage_pkey PRIMARY KEY (organisation_id, template_id)
) with (fillfactor=50);

create table template_versions (
  organisation_id uuid not null,
  template_id uuid not null,
  version integer not null,
  digest bytea not null,
  design text not null,
  detected_variables text[] not null,
  recipient_name_variable text not null,
  created_at timestamp(3) with time zone not null,
  variables jsonb not null,
  language jsonb,
  mac bytea not null,
  constraint template_versions_pkey PRIMARY KEY (organisation_id, template_id, version)
);

create table templates (
  organisation_id uuid not null,
  id uuid not null,
  name text not null,
  formation_name text,
  description text,
  type text not null,
  current_version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  archived_at timestamp(3) with time zone,
  revision integer not null default 0,
  mac bytea not null,
  changed_at timestamp(3) with time zone not null,
  constraint templates_pkey PRIMARY KEY (organisation_id, id),
  constraint templates_type_check CHECK (type = ANY (ARRAY['PRIVATE'::text, 'PUBLIC'::text]))
);

create table verification_counts (
  organisation_id uuid not null,
  certificate_id uuid not null,
  hits bigint not null,
  last_at timestamp(3) with time zone not null,
  constraint verification_counts_pkey PRIMARY KEY (organisation_id, certificate_id)
) with (fillfactor=50);

create table verification_days (
  organisation_id uuid not null,
  day date not null,
  hits bigint not null,
  constraint verification_days_pkey PRIMARY KEY (organisation_id, day)
) with (fillfactor=50);

create table webhook_attempts (
  organisation_id uuid not null,
  delivery_id uuid not null,
  id uuid not null,
  attempted_at timestamp(3) with time zone not null,
  duration_ms integer not null,
  status integer,
  response text,
  error text,
  constraint webhook_attempts_pkey PRIMARY KEY (organisation_id, delivery_id, id)
);

create table webhook_deliveries (
  organisation_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  subject_id uuid,
  event_position bigint,
  status text not null default 'PENDING'::text,
  attempts integer not null default 0,
  created_at timestamp(3) with time zone not null,
  mac bytea not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (organisation_id, id),
  constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'SUCCEEDED'::text, 'FAILED'::text]))
) with (fillfactor=80);

create table webhooks (
  organisation_id uuid not null,
  id uuid not null,
  name text not null,
  url text not null,
  events text[] not null,
  status text not null default 'ACTIVE'::text,
  error_count integer not null default 0,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  mac bytea not null,
  constraint webhooks_pkey PRIMARY KEY (organisation_id, id),
  constraint webhooks_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'ERROR'::text]))
);

create table worker_heartbeats (
  worker_id text not null,
  queue text not null,
  beat_at timestamp with time zone not null,
  constraint worker_heartbeats_pkey PRIMARY KEY (worker_id)
);

alter table files alter column content set storage external;

alter table auth.account add constraint "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE;

alter table auth.session add constraint "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE;

alter table api_keys add constraint api_keys_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table assets add constraint assets_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table audit_heads add constraint audit_heads_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table batches add constraint batches_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table bulk_actions add constraint bulk_actions_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table credit_balances add constraint credit_balances_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table event_heads add constraint event_heads_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table fonts add constraint fonts_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table invitations add constraint invitations_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table invitations add constraint invitations_organisation_id_invited_by_fkey FOREIGN KEY (organisation_id, invited_by) REFERENCES members(organisation_id, user_id) ON DELETE CASCADE;

alter table mail_turns add constraint mail_turns_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table members add constraint members_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table members add constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE;

alter table recipients add constraint recipients_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table render_turns add constraint render_turns_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table seals add constraint seals_organisation_id_certificate_id_fkey FOREIGN KEY (organisation_id, certificate_id) REFERENCES certificates(organisation_id, id);

alter table status_lists add constraint status_lists_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table template_drafts add constraint template_drafts_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table template_fonts add constraint template_fonts_organisation_id_font_id_fkey FOREIGN KEY (organisation_id, font_id) REFERENCES fonts(organisation_id, id);

alter table template_fonts add constraint template_fonts_organisation_id_template_id_version_fkey FOREIGN KEY (organisation_id, template_id, version) REFERENCES template_versions(organisation_id, template_id, version);

alter table template_versions add constraint template_versions_organisation_id_template_id_fkey FOREIGN KEY (organisation_id, template_id) REFERENCES templates(organisation_id, id);

alter table templates add constraint templates_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

alter table webhook_attempts add constraint webhook_attempts_organisation_id_delivery_id_fkey FOREIGN KEY (organisation_id, delivery_id) REFERENCES webhook_deliveries(organisation_id, id) ON DELETE CASCADE;

alter table webhook_deliveries add constraint webhook_deliveries_organisation_id_webhook_id_fkey FOREIGN KEY (organisation_id, webhook_id) REFERENCES webhooks(organisation_id, id) ON DELETE CASCADE;

alter table webhooks add constraint webhooks_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

CREATE INDEX "account_userId_idx" ON auth.account USING btree ("userId");

CREATE INDEX "session_userId_idx" ON auth.session USING btree ("userId");

CREATE INDEX verification_identifier_idx ON auth.verification USING btree (identifier);

CREATE INDEX assets_unused ON assets USING btree (organisation_id, uploaded_at) WHERE used_at IS NULL;

CREATE INDEX audit_entries_endings ON audit_entries USING btree (organisation_id, subject, created_at) WHERE action = ANY (ARRAY['apiKeys.revoke'::text, 'apiKeys.rotate'::text, 'designs.archive'::text, 'designs.restore'::text, 'invitations.accept'::text, 'members.changeRole'::text, 'members.remove'::text, 'members.withdrawInvitation'::text, 'organisation.deleteLogo'::text, 'organisation.update'::text, 'organisation.uploadLogo'::text, 'templates.setType'::text, 'webhooks.delete'::text, 'webhooks.rotateSecret'::text, 'webhooks.update'::text]);

CREATE INDEX audit_entries_number ON audit_entries USING btree (organisation_id, number);

CREATE INDEX audit_entries_status ON audit_entries USING btree (organisation_id, subject) WHERE action = ANY (ARRAY['certificates.reinstate'::text, 'certificates.revoke'::text]);

CREATE INDEX audit_heads_unsealed ON audit_heads USING btree (organisation_id) WHERE entries > sealed_entries;

CREATE INDEX batches_under_way ON batches USING btree (organisation_id, id) WHERE completed_at IS NULL;

CREATE INDEX certificates_batch ON certificates USING btree (organisation_id, batch_id, id) WHERE batch_id IS NOT NULL;

CREATE INDEX certificates_external_id ON certificates USING btree (organisation_id, external_id, id) WHERE external_id IS NOT NULL;

CREATE INDEX certificates_recipient ON certificates USING btree (organisation_id, recipient_id, id) WHERE recipient_id IS NOT NULL;

CREATE INDEX certificates_revoked ON certificates USING btree (organisation_id, id) WHERE revoked_at IS NOT NULL;

CREATE INDEX certificates_search ON certificates USING gin (organisation_id, certificate_windows(id), search_text gin_trgm_ops) WITH (gin_pending_list_limit='512');

CREATE INDEX certificates_status_changed ON certificates USING btree (organisation_id, id) WHERE statement_number > 0;

CREATE UNIQUE INDEX certificates_status_number ON certificates USING btree (organisation_id, status_number) WHERE status_number IS NOT NULL;

CREATE INDEX certificates_template ON certificates USING btree (organisation_id, template_id, id);

CREATE INDEX certificates_verification_hash ON certificates USING hash (verification_hash);

CREATE INDEX credit_balances_unsealed ON credit_balances USING btree (organisation_id) WHERE entries > sealed_entries;

CREATE UNIQUE INDEX credit_entries_batch ON credit_entries USING btree (organisation_id, batch_id) WHERE batch_id IS NOT NULL;

CREATE UNIQUE INDEX credit_entries_certificate ON credit_entries USING btree (organisation_id, certificate_id, kind) WHERE certificate_id IS NOT NULL;

CREATE INDEX credit_entries_number ON credit_entries USING btree (organisation_id, number);

CREATE INDEX credit_entries_refunds ON credit_entries USING btree (organisation_id, certificate_id) WHERE kind = 'REFUND'::text AND certificate_id IS NOT NULL;

CREATE INDEX emails_certificate ON emails USING btree (organisation_id, certificate_id, id);

CREATE INDEX emails_ended ON emails USING btree (ended_at) WHERE subject_id IS NOT NULL;

CREATE INDEX emails_subject ON emails USING btree (organisation_id, subject_id, id) WHERE subject_id IS NOT NULL;

CREATE INDEX emails_uncertain ON emails USING btree (organisation_id, id) WHERE status = ANY (ARRAY['SENDING'::text, 'UNCERTAIN'::text]);

CREATE INDEX emails_unsent ON emails USING btree (organisation_id, status, certificate_id) WHERE status <> 'SENT'::text AND certificate_id IS NOT NULL;

CREATE INDEX events_type ON events USING btree (organisation_id, type, "position");

CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING btree (created_at);

CREATE INDEX integrity_findings_organisation ON integrity_findings USING btree (organisation_id, found_at);

CREATE UNIQUE INDEX invitations_email ON invitations USING btree (organisation_id, lower(email));

CREATE INDEX invitations_inviter ON invitations USING btree (organisation_id, invited_by);

CREATE UNIQUE INDEX keys_log ON keys USING btree (purpose) WHERE purpose = 'log'::text;

CREATE INDEX log_leaves_status ON log_leaves USING btree (organisation_id, certificate_id) WHERE number > 0;

CREATE INDEX members_user ON members USING btree (user_id);

CREATE INDEX organisations_name_keys ON organisations USING gin (name_keys);

CREATE INDEX recipients_search ON recipients USING gin (organisation_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit='512');

CREATE UNIQUE INDEX seals_log_index ON seals USING btree (log_index) WHERE log_index IS NOT NULL;

CREATE INDEX seals_status ON seals USING btree (organisation_id, certificate_id) WHERE number > 0;

CREATE INDEX seals_to_log ON seals USING btree (created_at, organisation_id, certificate_id, number) WHERE log_index IS NULL;

CREATE INDEX templates_public ON templates USING btree (id) WHERE type = 'PUBLIC'::text;

CREATE INDEX webhook_deliveries_subject ON webhook_deliveries USING btree (organisation_id, subject_id) WHERE subject_id IS NOT NULL;

CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries USING btree (organisation_id, webhook_id, id);

CREATE TRIGGER log_heads_only_grow BEFORE INSERT OR DELETE OR UPDATE ON log_heads FOR EACH ROW EXECUTE FUNCTION log_heads_only_grow();
