import { MAX_DESIGN_BYTES } from '../../../domain/limits.ts';
import { designJsonSchema } from '../../../templates-engine/index.ts';
import type { Body, Json } from './parts.ts';

const NAME = 'DesignDocument';

/** The schemas of a design document: its own, and those of the parts that it refers to. */
export function designSchemas(): Json {
  const { $defs = {}, ...schema } = designJsonSchema();
  const named = Object.entries($defs).map(([name, part]) => [componentOf(name), part]);
  const text = JSON.stringify({ [NAME]: schema, ...Object.fromEntries(named) });
  return JSON.parse(text, (key, value) => (key === '$ref' ? refOf(String(value)) : value));
}

/** The body of an operation that takes a design document and nothing else. */
export const designBody = (): Body => ({
  required: true,
  description: `A design document, at most ${MAX_DESIGN_BYTES.toLocaleString('en')} bytes`,
  content: { 'application/json': { schema: { $ref: refOf('#') } } },
});

/** Names that are made up for parts without one begin with underscores. */
const componentOf = (name: string): string => `${NAME}${name.replace(/^_+schema/, 'Part')}`;

const refOf = (ref: string): string =>
  `#/components/schemas/${ref === '#' ? NAME : componentOf(ref.replace('#/$defs/', ''))}`;
