import { randomUUID } from 'node:crypto';
import type { BetterAuthOptions } from 'better-auth';
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/adapters';
import { type AuthModel, authRowText, isAuthModel } from '../../domain/access/describe-auth-row.ts';
import type { Services } from '../../domain/context.ts';
import { RESET_MS } from '../../domain/emailing/kinds/password-reset.ts';

type Row = Record<string, unknown> & { id: string };
interface Guarding extends Pick<Services, 'authenticator' | 'meter' | 'now'> {
  /** Returns the time of the last change of a user's password; null without one. */
  lastPasswordChange: (userId: string) => Promise<Date | null>;
}

/** Column of the authentication codes, on every table that grants access. */
export const MAC_FIELD = {
  additionalFields: { mac: { type: 'string', required: false, input: false, returned: false } },
} as const satisfies BetterAuthOptions['session'];

/**
 * Wraps better-auth's database. Rows of users, passwords, sessions and reset tokens are written with an authentication code, and rows with
 * a wrong code are ignored. A row that was written by SQL, or moved to another user, therefore grants no access. Nor does a former
 * password, or a session or link from before the last change of the password, whose row SQL restored.
 */
export const authenticateRows = (adapter: DBAdapter, services: Guarding): DBAdapter => ({
  ...guard(adapter, services),
  transaction: (work) => adapter.transaction((inner) => work(guard(inner, services))),
});

function guard<Adapter extends DBTransactionAdapter>(adapter: Adapter, services: Guarding): Adapter {
  const { authenticator, meter, now, lastPasswordChange } = services;
  const isGenuine = (model: AuthModel, row: Row): boolean => {
    if (authenticator.isMacOf(authRowText(model, row), decoded(row.mac))) return true;
    meter.security(`a row of auth.${model} was refused: it was changed outside Laurel`, { id: row.id });
    return false;
  };
  /** Returns the row without joined rows that are not genuine. Returns null if the row itself is not genuine. */
  const genuine = async <Found>(model: string, found: Found | null): Promise<Found | null> => {
    const row = found as Row | null;
    if (!row || !isAuthModel(model)) return found;
    if (!(await isCurrent(model, row))) return null;
    const { user, account } = row;
    if (isRow(user) && !isGenuine('user', user)) return null;
    if (Array.isArray(account)) return { ...row, account: await current('account', account) } as Found;
    return found;
  };
  const current = async (model: AuthModel, rows: readonly Row[]): Promise<Row[]> => {
    const kept: Row[] = [];
    for (const row of rows) if (await isCurrent(model, row)) kept.push(row);
    return kept;
  };
  const isCurrent = async (model: AuthModel, row: Row): Promise<boolean> => {
    if (!isGenuine(model, row)) return false;
    if (model === 'user') return true;
    const changed = await lastPasswordChange(String(model === 'verification' ? row.value : row.userId));
    if (changed === null || changed <= validSince(model, row)) return true;
    // Unused links keep their rows, and sessions do until the change has ended them.
    if (model === 'account')
      meter.security('a password was refused: SQL restored it after it was changed', { id: row.id });
    return false;
  };
  /** Returns the time of a new session. It is not before the last change of the password, also if the clock is. */
  const openedAt = async (userId: unknown): Promise<Date> =>
    new Date(Math.max(now().getTime(), (await lastPasswordChange(String(userId)))?.getTime() ?? 0));
  const withMac = (model: AuthModel, row: Row) => ({
    mac: authenticator.mac(authRowText(model, row)).toString('base64'),
  });
  const rowsOf = async (model: AuthModel, where: Where[]): Promise<Row[]> => {
    const rows = await adapter.findMany<Row>({ model, where });
    return rows.filter((row) => isGenuine(model, row));
  };
  // Each model has only one covered column that changes (name, password or expiry), so concurrent changes can't mix.
  const change = async (model: AuthModel, row: Row, given: Record<string, unknown>) => {
    const where = [{ field: 'id', value: row.id }];
    const update = { ...given, ...(model === 'account' && { updatedAt: timeAfter(row.updatedAt, now()) }) };
    return adapter.update<Row>({ model, where, update: { ...update, ...withMac(model, { ...row, ...update }) } });
  };
  const guarded: Partial<DBTransactionAdapter> = {
    async create<T extends Record<string, unknown>, R = T>(given: Parameters<DBAdapter['create']>[0]): Promise<R> {
      const { model } = given;
      if (!isAuthModel(model)) return adapter.create<T, R>(given as never);
      const row = {
        ...given.data,
        id: randomUUID(),
        ...(model === 'account' && { updatedAt: now() }),
        ...(model === 'session' && { createdAt: await openedAt(given.data.userId) }),
      };
      const data = { ...row, ...withMac(model, row) };
      const made = await adapter.create<T, R>({ model, data, forceAllowId: true } as never);
      if (!(await genuine(model, made)))
        throw new Error(`a row of auth.${model} was stored differently from the row that was authenticated`);
      return made;
    },
    findOne: async <T>({ select: _, ...query }: Parameters<DBAdapter['findOne']>[0]) =>
      genuine(query.model, await adapter.findOne<T>(query)),
    async findMany<T>({ select: _, ...query }: Parameters<DBAdapter['findMany']>[0]) {
      const found = await adapter.findMany<T>(query);
      const kept = await Promise.all(found.map((row) => genuine(query.model, row)));
      return kept.flatMap((row) => row ?? []);
    },
    async update<T>({ model, where, update }: Parameters<DBAdapter['update']>[0]) {
      if (!isAuthModel(model)) return adapter.update<T>({ model, where, update });
      const [row] = await rowsOf(model, where);
      return (row ? await change(model, row, update) : null) as T | null;
    },
    async updateMany({ model, where, update }) {
      if (!isAuthModel(model)) return adapter.updateMany({ model, where, update });
      const rows = await rowsOf(model, where);
      for (const row of rows) await change(model, row, update);
      return rows.length;
    },
    consumeOne: async <T>(query: Parameters<DBAdapter['consumeOne']>[0]) =>
      genuine(query.model, await adapter.consumeOne<T>(query)),
    incrementOne: async <T>(query: Parameters<DBAdapter['incrementOne']>[0]) => {
      if (isAuthModel(query.model)) throw new Error(`auth.${query.model} has no counters`);
      return adapter.incrementOne<T>(query);
    },
  };
  return { ...adapter, ...guarded };
}

/** Returns when a password was set, a session was opened, or a link for a new password was sent. */
function validSince(model: Exclude<AuthModel, 'user'>, { createdAt, updatedAt, expiresAt }: Row): Date {
  if (model === 'verification') return new Date((expiresAt as Date).getTime() - RESET_MS);
  return (model === 'account' ? updatedAt : createdAt) as Date;
}

/** Returns a time after that of the former row, also if the clock is behind it. */
const timeAfter = (former: unknown, now: Date): Date =>
  former instanceof Date && former >= now ? new Date(former.getTime() + 1) : now;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'id' in value;
const decoded = (mac: unknown): Buffer | null => (typeof mac === 'string' ? Buffer.from(mac, 'base64') : null);
