import { Migration } from '@mikro-orm/migrations';

/**
 * The search of certificates: one index over the recipient's name, e-mail address and the caller's own id.
 *
 * pg_trgm makes its trigrams of what the database's locale calls a letter, which may be ASCII alone. So what it is given is
 * ASCII: a text in lower case, each run of spaces and punctuation a space, and each byte of other characters as `U` (no
 * capital is left to mistake it for) and three octal digits. It is the same in every locale, and every word begins after a space.
 */
export class Migration20261121200000 extends Migration {
  override up(): void {
    for (const statement of search) this.addSql(statement);
  }
}

/** Spaces, punctuation and ASCII symbols; not U+001F, which parts the fields. */
const SEPARATORS = [
  '\\u0001-\\u001e -/:-@[-`{-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b9\\u00bb\\u00bf\\u00d7\\u00f7',
  '\\u060c\\u061b\\u061f\\u2000-\\u206f\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u30fb',
  '\\uff00-\\uff0f\\uff1a-\\uff20',
].join('');

const search = [
  `create function search_fold(value text) returns text language sql immutable strict parallel safe
    return btrim(regexp_replace(lower(value), '[${SEPARATORS}]+', ' ', 'g'))`,
  `create function search_words(value text) returns text language sql immutable strict parallel safe
    return ' ' || translate(encode(decode(search_fold(value), 'escape'), 'escape'), '\\', 'U')`,
  `create function search_document(name text, email text, external_id text) returns text
    language sql immutable parallel safe
    return search_words(name || ' ' || chr(31) || ' ' || coalesce(email, '') || ' ' || chr(31) || ' ' || coalesce(external_id, ''))`,
  // One or two characters begin a word: any shorter part of one has no trigram. Nothing but punctuation matches nothing.
  `create function search_pattern(query text) returns text language sql immutable strict parallel safe
    return case least(char_length(search_fold(query)), 3) when 0 then null when 3 then '%' || substr(search_words(query), 2) || '%'
      else '%' || search_words(query) || '%' end`,
  'drop index certificates_recipient_name',
  `create index certificates_search on certificates
    using gin (organisation_id, search_document(recipient_name, recipient_email, external_id) gin_trgm_ops)`,
];
