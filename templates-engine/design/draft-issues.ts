import { type Detail, detail } from '../../errors/detail.ts';
import { pathOf } from '../../errors/from-zod.ts';
import { MARKUP_LIMITS } from '../elements/markup/css/limits.ts';
import { MAX_CONTENT_LENGTH } from '../elements/shared/properties.ts';
import { designJsonSchema } from './json-schema.ts';
import { MAX_ISSUES, unstorableValues } from './unstorable-values.ts';

/** Maximum sizes by member name: characters of texts, and entries of lists and objects. */
interface Limits {
  lengths: Map<string, number>;
  entries: Map<string, number>;
}

/** Maximum entries of a list or object without a limit in the schema. */
const MAX_ENTRIES = 1000;

let known: Limits | null = null;

/**
 * Returns the reasons why a draft cannot be stored, at most 20. A draft need not be a valid design. It must stay within the size limits of
 * one, because a browser opens it.
 */
export function draftIssues(document: unknown): Detail[] {
  known ??= limitsOf(designJsonSchema());
  const issues = unstorableValues(document);
  findTooLarge(document, 'design', [], known, issues);
  return issues;
}

/** Reads the largest limit of the schema for each member name. */
function limitsOf(schema: unknown): Limits {
  const limits: Limits = {
    lengths: new Map(),
    entries: new Map([['children', MARKUP_LIMITS.nodes]]),
  };
  const raise = (map: Map<string, number>, name: string, limit: unknown) => {
    if (typeof limit === 'number') map.set(name, Math.max(map.get(name) ?? 0, limit));
  };
  const read = (part: unknown, name: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties, maxLength, maxItems, ...others } = part as Record<string, unknown>;
    raise(limits.lengths, name, maxLength);
    raise(limits.entries, name, maxItems);
    for (const [member, one] of Object.entries(properties ?? {})) read(one, member);
    for (const one of Object.values(others)) read(one, name);
  };
  read(schema, 'design');
  return limits;
}

function findTooLarge(value: unknown, name: string, path: PropertyKey[], limits: Limits, issues: Detail[]): void {
  if (issues.length >= MAX_ISSUES) return;
  const add = (code: 'too_long' | 'too_many', most: number) => void issues.push(detail(pathOf(path), code, { most }));
  if (typeof value === 'string') {
    const most = limits.lengths.get(name) ?? MAX_CONTENT_LENGTH;
    if (value.length > most && !value.startsWith('data:')) add('too_long', most);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (name === 'root' && nodesOf(value) > MARKUP_LIMITS.nodes) return void add('too_many', MARKUP_LIMITS.nodes);
  const parts = Object.entries(value);
  const most = limits.entries.get(name) ?? MAX_ENTRIES;
  if (parts.length > most) return void add('too_many', most);
  for (const [member, part] of parts)
    findTooLarge(part, Array.isArray(value) ? name : member, [...path, stepOf(value, member)], limits, issues);
}

const stepOf = (owner: object, member: string): PropertyKey => (Array.isArray(owner) ? Number(member) : member);

/** Returns the number of nodes of a markup's tree. */
const nodesOf = (node: unknown): number =>
  typeof node === 'object' && node !== null && 'children' in node && Array.isArray(node.children)
    ? node.children.reduce<number>((sum, child) => sum + nodesOf(child), 1)
    : 1;
