/** Name of the operator in records. */
export const OPERATOR_NAME = 'Operator';

/** Returns the name of an API key as a caller in records, which outlive the key. */
export const keyCaller = (name: string): string => `API key “${name}”`;

const KEY = new RegExp(`^${keyCaller('(.*)')}$`, 's');

/** Returns the name of the API key that a record names as its caller; null for another caller. */
export const keyNameIn = (caller: string): string | null => KEY.exec(caller)?.[1] ?? null;
