/** Columns that the codes of better-auth's rows cover: a person's identity and credentials. */
export const AUTH_COLUMNS = {
  user: ['id', 'name', 'email', 'emailVerified'],
  account: ['id', 'accountId', 'providerId', 'userId', 'password', 'updatedAt'],
  session: ['id', 'token', 'userId', 'createdAt', 'expiresAt'],
  verification: ['id', 'identifier', 'value', 'expiresAt'],
} as const;
export type AuthModel = keyof typeof AUTH_COLUMNS;

export const isAuthModel = (model: string): model is AuthModel => Object.hasOwn(AUTH_COLUMNS, model);

/** Returns the text that a row's code is computed from. */
export const authRowText = (model: AuthModel, row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([`auth.${model}`, ...AUTH_COLUMNS[model].map((name) => plain(row[name]))]);

const plain = (value: unknown): unknown => (value instanceof Date ? value.getTime() : (value ?? null));
