import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseMailbox } from './adapters/email/mailbox.ts';
import { type LogDestinationAddress, parseLogDestination } from './adapters/log-destinations/address.ts';
import { parseStorage, STORAGE_FORMS, type StorageAddress } from './adapters/storage/address.ts';

const count = (fallback: number) =>
  z.coerce.number('must be a whole number').int('must be a whole number').min(1, 'must be 1 or more').default(fallback);
const secret = z.string().min(32, 'must have 32 characters or more').optional();

const databaseUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must be postgres://user:password@host:port/database',
    // The checks that follow read the address.
    abort: true,
  })
  .refine(hasItsFiles, 'names an unreadable file in sslrootcert, sslcert or sslkey')
  .transform(withVerifiedTls)
  .optional();

function hasItsFiles(address: string): boolean {
  const { searchParams } = new URL(address);
  return ['sslrootcert', 'sslcert', 'sslkey'].every((name) => {
    const file = searchParams.get(name);
    return file === null || isReadable(file);
  });
}

function isReadable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces weaker values of `sslmode` with `verify-full`. Providers print `sslmode=require`, which encrypts without verifying the server.
 * `pg` 8 treats the weaker values as `verify-full` and warns that `pg` 9 will not. `uselibpqcompat=true` keeps their weaker meaning.
 */
function withVerifiedTls(address: string): string {
  const url = new URL(address);
  const mode = url.searchParams.get('sslmode');
  const isWeaker = mode === 'prefer' || mode === 'require' || mode === 'verify-ca';
  if (!isWeaker || url.searchParams.has('uselibpqcompat')) return address;
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

const storageUrl = z.string().refine((text) => parseStorage(text) !== null, STORAGE_FORMS);

const Environment = z.object({
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATA_DIR: z.string().min(1, 'must be a directory').default('.data'),
  HOST: z.string().min(1, 'must be an address').default('127.0.0.1'),
  PORT: z.coerce
    .number('must be 0 to 65535')
    .int('must be 0 to 65535')
    .min(0, 'must be 0 to 65535')
    .max(65535, 'must be 0 to 65535')
    .default(3000),
  BASE_URL: z.string().refine(isAddress, 'must be http(s)://host').transform(toAddress).optional(),
  FORMER_BASE_URLS: z
    .string()
    .refine((text) => list(text).every(isAddress), 'must be http(s)://host, separated by commas')
    .default(''),
  ROLE: z.enum(['api', 'worker', 'all'], 'must be api, worker or all').default('all'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp(s)://user:password@host:port' }).optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => isMailbox(text), 'must be an address or Name <address>')
    .optional(),
  BOUNCE_ADDRESS: z
    .string()
    .regex(
      /^[\w.+-]{1,21}@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i,
      'must be an address of ASCII characters, with at most 21 before the @',
    )
    .optional(),
  BOUNCE_IMAP_URL: z.string().refine(isMailboxAddress, 'must be imap(s)://user:password@host:port/mailbox').optional(),
  MAIL_RATE: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .optional(),
  EGRESS_ALLOW: z
    .string()
    .refine((text) => list(text).every((cidr) => ipaddr.isValidCIDR(cidr)), 'must be CIDRs, separated by commas')
    .default(''),
  STORAGE_URL: storageUrl.default('postgres:'),
  STORAGE_FALLBACK_URL: storageUrl.optional(),
  LOG_HEADS: z
    .string()
    .refine(
      (text) => list(text).every((address) => parseLogDestination(address) !== null),
      'must be file:///directory, s3://bucket?endpoint=…&region=…&prefix=…&retain=DAYS or mailto:address, separated by commas',
    )
    .default(''),
  SIGNING_KEY_FILE: z.string().optional(),
  API_KEY_PEPPER: secret,
  AUTH_SECRET: secret,
  AUTH_SECRET_PREVIOUS: secret,
  PDF_SIGNING_KEY_FILE: z.string().optional(),
  PDF_SIGNING_CERTIFICATE_FILE: z.string().optional(),
  TSA_URL: z
    .url({ protocol: /^https?$/, error: 'must be http(s)://host of a time-stamp server (RFC 3161)' })
    .optional(),
  TSA_REQUIRED: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => /^(true|false|\d{1,3})$/.test(text) || list(text).every(isProxy),
      'must be true, false, a number of proxies, or addresses and CIDRs (also loopback, linklocal, uniquelocal), separated by commas',
    )
    .default('false'),
  RATE_LIMIT_CERTIFICATES: count(30),
  RATE_LIMIT_BATCHES: count(10),
  RATE_LIMIT_DEFAULT: count(120),
  RATE_LIMIT_VERIFY: count(60),
  RATE_LIMIT_SIGN_IN: count(10),
  RATE_LIMIT_ORGANISATION: count(5),
  WORKER_CONCURRENCY: count(10),
  RENDER_THREADS: count(availableParallelism()),
  RENDER_USER: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name or number of a user and of the user’s group')
    .optional(),
  METRICS_PORT: z.coerce
    .number('must be 0 to 65535')
    .int('must be 0 to 65535')
    .min(0, 'must be 0 to 65535')
    .max(65535, 'must be 0 to 65535')
    .optional(),
  METRICS_HOST: z.string().min(1, 'must be an address').default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be http(s)://host:port' }).optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
});

/** Returns true for an address of an installation: a host, optionally with a path. */
function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#\\]*)?$/i.test(text) && URL.canParse(text);
}

/** Returns true for an address of a mailbox, with a name and a password that decode. */
function isMailboxAddress(text: string): boolean {
  try {
    const { protocol, hostname, username, password, pathname } = new URL(text);
    const parts = [hostname, username, password, decodeURIComponent(`${username}${password}${pathname}`)];
    return /^imaps?:$/.test(protocol) && parts.every((part) => part !== '');
  } catch {
    return false;
  }
}

/** Normalises an address, so that different spellings are equal. */
function toAddress(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Returns true if Express's proxy-addr accepts the entry in a list. proxy-addr throws for anything else. */
function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', range, ...more] = text.split('/');
  const bits = ipaddr.IPv4.isValidFourPartDecimal(address) ? 32 : 128;
  if (more.length > 0 || (bits === 128 && !(ipaddr.IPv6.isValid(address) && !address.includes('%')))) return false;
  if (range === undefined) return true;
  if (/^\d{1,3}$/.test(range)) return Number(range) >= 1 && Number(range) <= bits;
  return bits === 32 && isNetmask(range);
}

const isNetmask = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) && (ipaddr.IPv4.parse(text).prefixLengthFromSubnetMask() ?? 0) > 0;

const isMailbox = (text: string): boolean => parseMailbox(text) !== null;
const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export type Config = Readonly<z.infer<typeof Environment>> & {
  readonly dataDir: string;
  readonly egressAllow: readonly string[];
  readonly trustProxy: boolean | number | string;
  readonly logDestinations: readonly LogDestinationAddress[];
  /** Addresses that the installation used before it recorded its addresses. */
  readonly formerAddresses: readonly string[];
  /** Storage for files, then its fallback. */
  readonly storages: readonly StorageAddress[];
};

/** Returns the installation's address. Without BASE_URL, that is this machine at the listening port. */
export const addressOf = ({ BASE_URL, PORT }: Pick<Config, 'BASE_URL' | 'PORT'>, port = PORT): string =>
  BASE_URL ?? `http://localhost:${port}`;

/** Invalid value of a variable. The message is one line with the variable, its value and the accepted values. */
export class ConfigError extends Error {}

/** Reads the environment (table in docs/operations.md). An empty variable counts as unset. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) throw new ConfigError(describe(parsed.error, set));
  const values = parsed.data;
  if (values.DATABASE_URL) requireSecrets(values);
  requirePair(values);
  return Object.freeze({
    ...values,
    dataDir: resolve(values.DATA_DIR),
    egressAllow: list(values.EGRESS_ALLOW),
    trustProxy: trustProxy(values.TRUST_PROXY),
    storages: [values.STORAGE_URL, values.STORAGE_FALLBACK_URL ?? ''].flatMap((text) => parseStorage(text) ?? []),
    formerAddresses: [...new Set(list(values.FORMER_BASE_URLS).map(toAddress))],
    logDestinations: list(values.LOG_HEADS).flatMap((address) => parseLogDestination(address) ?? []),
  });
}

function describe(error: z.ZodError, environment: Record<string, string | undefined>): string {
  const [issue] = error.issues;
  const name = String(issue?.path[0]);
  return `${name}: got ${shown(name, environment[name])}, ${issue?.message}`;
}

/** Returns a variable's value for a message, or a placeholder if it may be a secret. */
export function shown(name: string, value: string | undefined): string {
  const isHidden =
    /SECRET|PEPPER|DATABASE_(DIRECT_)?URL|SMTP_URL|IMAP_URL/.test(name) || /:\/\/\S*@|PRIVATE KEY/.test(value ?? '');
  return isHidden ? 'a value not shown here' : JSON.stringify(value);
}

/** Requires all secrets with the operator's database. None is generated, because all processes must share them. */
function requireSecrets(values: z.infer<typeof Environment>): void {
  for (const name of ['SIGNING_KEY_FILE', 'API_KEY_PEPPER', 'AUTH_SECRET'] as const) {
    if (!values[name]) throw new ConfigError(`${name}: got nothing, is required with DATABASE_URL`);
  }
}

/**
 * Requires the other half of each pair: key and certificate, direct and pooled address, a mailbox and its address, time stamps and their
 * server.
 */
function requirePair(values: z.infer<typeof Environment>): void {
  const pair = ['PDF_SIGNING_KEY_FILE', 'PDF_SIGNING_CERTIFICATE_FILE'] as const;
  const missing = pair.filter((name) => !values[name]);
  if (missing.length === 1)
    throw new ConfigError(`${missing[0]}: got nothing, is required with ${pair.find((name) => values[name])}`);
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    throw new ConfigError('DATABASE_URL: got nothing, is required with DATABASE_DIRECT_URL');
  if (values.BOUNCE_IMAP_URL && !values.BOUNCE_ADDRESS)
    throw new ConfigError('BOUNCE_ADDRESS: got nothing, is required with BOUNCE_IMAP_URL');
  if (values.TSA_REQUIRED && !values.TSA_URL)
    throw new ConfigError('TSA_URL: got nothing, is required with TSA_REQUIRED');
}

/** Returns Express's setting: true or false, the number of proxies, or their addresses. */
function trustProxy(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}
