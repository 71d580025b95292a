import { MAX_DESIGN_BYTES } from '../../../domain/limits.ts';
import { designJsonSchema } from '../../../templates-engine/index.ts';
import type { Body, Json } from './parts.ts';

const NAME = 'DesignDocument';

/** Returns the schemas of a design document and of the parts that it refers to. */
export function designSchemas(): Json {
  const { $defs = {}, ...schema } = designJsonSchema();
  const named = Object.entries($defs).map(([name, part]) => [componentOf(name), part]);
  const text = JSON.stringify({ [NAME]: schema, ...Object.fromEntries(named) });
  return JSON.parse(text, (key, value) => (key === '$ref' ? refOf(String(value)) : value));
}

/** Returns the body of an operation whose only input is a design document. */
export const designBody = (): Body => ({
  required: true,
  description: `A design document, at most ${MAX_DESIGN_BYTES.toLocaleString('en')} bytes`,
  content: { 'application/json': { schema: { $ref: refOf('#') } } },
});

/** Replaces generated names of unnamed parts, which start with underscores. */
const componentOf = (name: string): string => `${NAME}${name.replace(/^_+schema/, 'Part')}`;

const refOf = (ref: string): string =>
  `#/components/schemas/${ref === '#' ? NAME : componentOf(ref.replace('#/$defs/', ''))}`;
