/** A bucket and the location of our objects in it. */
export interface S3Address {
  bucket: string;
  /** Server other than Amazon's; null for Amazon's. */
  endpoint: string | null;
  region: string;
  /** Prefix of each object's name; empty, or ending with a slash. */
  prefix: string;
  /** Days for which nobody can delete immutable objects (S3 Object Lock, compliance mode). */
  retainDays: number | null;
}

const PARAMETERS = new Set(['endpoint', 'region', 'prefix', 'retain']);

/** Parses `s3://bucket?endpoint=…&region=…&prefix=…&retain=DAYS`; null for anything else. */
export function parseS3Address(text: string): S3Address | null {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) return null;
  if (url.username || url.password || url.hash || !/^\/?$/.test(url.pathname)) return null;
  const given = url.searchParams;
  const names = [...given.keys()];
  if (names.some((name) => !PARAMETERS.has(name)) || new Set(names).size < names.length) return null;
  const endpoint = given.get('endpoint');
  const retain = given.get('retain');
  const prefix = (given.get('prefix') ?? '').replace(/^\/+|\/+$/g, '');
  if (endpoint !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)) return null;
  if (retain !== null && !/^[1-9]\d{0,4}$/.test(retain)) return null;
  return {
    bucket: url.host,
    endpoint,
    region: given.get('region') || 'us-east-1',
    prefix: prefix && `${prefix}/`,
    retainDays: retain === null ? null : Number(retain),
  };
}
