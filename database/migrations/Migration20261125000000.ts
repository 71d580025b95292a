import { Migration } from '@mikro-orm/migrations';

/** Lists: the search finds values, filters for what failed or was not sent have lists of their own, and many certificates are changed by one action. */
export class Migration20261125000000 extends Migration {
  override up(): void {
    for (const statement of lists) this.addSql(statement);
  }
}

/** Scripts that put no space between words: one character of them is searched for anywhere. It has four bytes or more of the pattern, so there are trigrams. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';

const lists = [
  'drop index certificates_search',
  'drop function search_document(text, text, text)',
  // Names of pictures are no words. What is beyond 2,000 characters is not found, so that no certificate makes the index large.
  `create function search_document(name text, email text, external_id text, variables jsonb) returns text
    language sql immutable parallel safe
    return search_words(name || ' ' || chr(31) || ' ' || coalesce(email, '') || ' ' || chr(31) || ' ' || coalesce(external_id, '')
      || ' ' || chr(31) || ' ' || coalesce((select left(string_agg(value, ' ' || chr(31) || ' '), 2000)
        from jsonb_each_text(variables) where value not like 'asset:%'), ''))`,
  `create or replace function search_pattern(query text) returns text language sql immutable strict parallel safe
    return case when search_fold(query) = '' then null
      when char_length(search_fold(query)) > 2 or search_fold(query) ~ '[${UNSPACED}]' then '%' || substr(search_words(query), 2) || '%'
      else '%' || search_words(query) || '%' end`,
  `create index certificates_search on certificates
    using gin (organisation_id, search_document(recipient_name, recipient_email, external_id, variables) gin_trgm_ops)`,
  // A rendering that fails for good is refunded, and nothing else of a certificate is.
  `create index credit_entries_refunds on credit_entries (organisation_id, certificate_id)
    where kind = 'REFUND' and certificate_id is not null`,
  `create index emails_unsent on emails (organisation_id, status, certificate_id) where status <> 'SENT'`,
  `create table bulk_actions (
    organisation_id uuid not null references organisations (id),
    id uuid not null,
    kind text not null check (kind in ('DOWNLOAD', 'EMAIL', 'REVOKE')),
    reason text,
    certificate_ids uuid[] not null,
    total_count integer not null check (total_count > 0),
    processed_count integer not null default 0 check (processed_count between 0 and total_count),
    skipped_count integer not null default 0 check (skipped_count between 0 and processed_count),
    actor_id text not null,
    actor_name text not null,
    created_at timestamptz(3) not null,
    completed_at timestamptz(3),
    primary key (organisation_id, id)
  ) with (fillfactor = 50)`,
];
