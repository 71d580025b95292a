import { readUtf8 } from './bytes.ts';

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json | undefined;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses bytes as a JSON object in UTF-8; null for anything else. */
export function readObject(bytes: Uint8Array): JsonObject | null {
  try {
    const value: Json = JSON.parse(readUtf8(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns canonical JSON (RFC 8785) of a value from JSON.parse. */
export function canonicalJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`;
}

/** Returns a member's text, or null. */
export const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** Parses a time in UTC in the formats that Laurel writes (RFC 3339), or returns null. */
export function timeOf(value: Json | undefined): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(value)) return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time;
}
