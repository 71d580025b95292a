import type { Request } from 'express';
import { validationError } from '../../../domain/errors.ts';
import { MAX_DESIGN_BYTES } from '../../../domain/limits.ts';
import { detail } from '../../../errors/detail.ts';
import { charge, type Hold } from './budget.ts';
import { hasBody, MAX_BODY, readBody } from './read-body.ts';

/** Maximum length and depth of a body. Levels count arrays and objects, and recursion overflows at a few thousand. */
export interface JsonLimits {
  bytes: number;
  levels: number;
}

/** Limits of all bodies except designs. None needs more than ten levels. */
export const JSON_LIMITS: JsonLimits = { bytes: MAX_BODY, levels: 64 };
/** Limits of designs. Markup can have 100 levels, and each is two levels of JSON. Slightly deeper designs are refused with their path. */
export const DESIGN_LIMITS: JsonLimits = { bytes: MAX_DESIGN_BYTES, levels: 512 };
/** Limits of calls with a design among their inputs, which also contain its revision and values for a preview. */
export const DESIGN_CALL_LIMITS: JsonLimits = { ...DESIGN_LIMITS, bytes: MAX_DESIGN_BYTES + MAX_BODY };
/** Maximum number of values, members and items. A batch of 1,000 recipients with 100 variables each has a fifth of it. */
const MAX_VALUES = 500_000;
/** Memory per byte, measured with a design of 40 MB: on arrival, as text, parsed, and in transit to a process that reads it. */
const COST = 6;
/** Minimum length of bodies whose buffer is separate and freed early. */
const FREED_BYTES = 1_000_000;
/** Memory per value. An empty object has 56 bytes, and validation copies it. */
const COST_OF_VALUE = 120;

/** Reads a body that must be a JSON object; no body counts as an empty object. VALIDATION_ERROR for anything else. */
export async function readJsonObject(request: Request, limits = JSON_LIMITS): Promise<object> {
  return hasBody(request) ? asObject(await readTypedJson(request, limits)) : {};
}

/** Returns a parsed body that is an object. VALIDATION_ERROR for anything else. */
export function asObject(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw validationError(detail('', 'not_an_object'));
}

/** Reads a body that is announced as JSON. VALIDATION_ERROR for another media type. */
export async function readTypedJson(request: Request, limits = JSON_LIMITS): Promise<unknown> {
  if (!request.is('application/json'))
    throw validationError(detail('', 'wrong_content_type', { accepted: 'application/json' }));
  return readJson(request, limits);
}

/** Reads a body as JSON (RFC 8259) within the limits. */
export async function readJson(request: Request, { bytes, levels }: JsonLimits): Promise<unknown> {
  const { text, hold } = await readText(request, bytes);
  await charge(hold, COST_OF_VALUE * refuseStructure(text, levels));
  hold.isOpen = false;
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

const malformed = () => validationError(detail('', 'malformed_json'));

/** Reads a body as UTF-8 of at most `limit` bytes. VALIDATION_ERROR for anything else. */
async function readText(request: Request, limit: number): Promise<{ text: string; hold: Hold }> {
  const [, charset = 'utf-8'] = /charset="?([^\s;"]+)/i.exec(request.get('Content-Type') ?? '') ?? [];
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    throw validationError(detail('', 'wrong_content_type', { accepted: 'application/json in UTF-8' }));
  const chunks: Uint8Array[] = [];
  const hold = await readBody(request, { bytes: limit, cost: COST }, async (body) => {
    for await (const chunk of body) chunks.push(chunk);
  });
  const whole = Buffer.concat(chunks.splice(0));
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(whole), hold };
  } catch {
    throw malformed();
  } finally {
    // Freed immediately, because garbage collection comes too late for a sequence of designs.
    if (whole.length > FREED_BYTES) whole.buffer.transfer(0);
  }
}

/**
 * Refuses JSON that is nested too deeply or has too many values, based on its text alone. Parsing 12 MB of brackets takes seconds and
 * gigabytes. Long JSON with few values, such as a design with pictures, is accepted. Returns the number of values.
 */
export function refuseStructure(json: string, levels = JSON_LIMITS.levels): number {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') at = endOfString(json, at);
    else if (sign === ']' || sign === '}') depth--;
    else if (sign === '[' || sign === '{') {
      values++;
      if (++depth > levels) throw validationError(detail('', 'nested_too_deeply', { most: levels }));
    } else if (sign === ',') values++;
    if (values > MAX_VALUES) throw validationError(detail('', 'too_many_values', { most: MAX_VALUES }));
  }
  return values;
}

/** Returns the position of the closing quote of the string that starts at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
