import { z } from 'zod';
import { TAGS } from '../elements/markup/grammar/tags.ts';
import { root } from '../elements/markup/schema.ts';
import { condition } from '../elements/shared/condition.ts';
import { format, variableDefinition, variableDefinitions } from '../variables/definition.ts';
import { FORMAT_NAMES } from '../variables/properties.ts';
import { DesignDocument } from './design.ts';

/** What JSON Schema can't see of a check in code. */
const IN_WORDS = new Map<z.core.$ZodType, () => object>([
  [root, () => ({ $ref: '#/$defs/MarkupElement' })],
  [format, () => ({ anyOf: [{ type: 'string', enum: FORMAT_NAMES }, { type: 'object' }] })],
  [
    variableDefinitions,
    () => ({
      type: 'object',
      description: 'What the design says of its variables, by their names',
      additionalProperties: jsonSchemaOf(variableDefinition),
    }),
  ],
]);

/**
 * A document's members as JSON Schema (draft 2020-12), recursive parts under `$defs`. It has no word for what placeholders,
 * formats and pictures must be: docs/designs.md has.
 */
export const designJsonSchema = () => ({
  ...jsonSchemaOf(DesignDocument),
  $defs: { MarkupElement: markupElementSchema() },
});

/** An element of a markup's tree; which CSS and classes there are is in docs/designs.md. */
const markupElementSchema = () => ({
  type: 'object',
  properties: {
    type: { type: 'string', enum: [...TAGS.keys()], description: 'The tag' },
    style: { type: 'object', additionalProperties: { type: ['string', 'number'] }, description: 'CSS in camelCase' },
    tw: { type: 'string', description: 'Tailwind classes' },
    children: { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/MarkupElement' }] } },
    if: jsonSchemaOf(condition),
    each: {
      type: 'object',
      properties: { variable: { type: 'string' }, as: { type: 'string' } },
      required: ['variable', 'as'],
      additionalProperties: false,
      description: "Repeats it for each line of a variable's value",
    },
    src: { type: 'string', description: 'Of an img: a data URI, or asset:…' },
    alt: { type: 'string' },
    href: { type: 'string', description: 'Of an a' },
  },
  required: ['type'],
  additionalProperties: false,
});

function jsonSchemaOf(schema: z.ZodType) {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: shown }) => void Object.assign(shown, IN_WORDS.get(zodSchema)?.()),
  });
  return jsonSchema;
}
