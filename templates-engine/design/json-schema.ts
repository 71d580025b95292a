import { z } from 'zod';
import { TAGS } from '../elements/markup/grammar/tags.ts';
import { root } from '../elements/markup/schema.ts';
import { condition } from '../elements/shared/condition.ts';
import { format, variableDefinition, variableDefinitions } from '../variables/definition.ts';
import { FORMAT_NAMES } from '../variables/properties.ts';
import { DesignDocument } from './design.ts';
import { withWords } from './member-words.ts';

/** JSON Schema for types that are checked in code. */
const IN_WORDS = new Map<z.core.$ZodType, () => object>([
  [root, () => ({ $ref: '#/$defs/MarkupElement' })],
  [format, () => ({ anyOf: [{ type: 'string', enum: FORMAT_NAMES }, { type: 'object' }] })],
  [
    variableDefinitions,
    () => ({
      type: 'object',
      additionalProperties: jsonSchemaOf(variableDefinition),
    }),
  ],
]);

/**
 * Returns the JSON Schema of a document (draft 2020-12), with recursive parts under `$defs`. It does not describe the rules for
 * placeholders, formats and pictures; docs/designs.md does.
 */
export const designJsonSchema = () =>
  withWords({ ...jsonSchemaOf(DesignDocument), $defs: { MarkupElement: markupElementSchema() } });

/** Returns the schema of a markup element. The supported CSS and classes are in docs/designs.md. */
const markupElementSchema = () => ({
  type: 'object',
  properties: {
    type: { type: 'string', enum: [...TAGS.keys()] },
    style: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    tw: { type: 'string' },
    children: { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/MarkupElement' }] } },
    if: jsonSchemaOf(condition),
    each: {
      type: 'object',
      properties: { variable: { type: 'string' }, as: { type: 'string' }, stripe: { type: 'string' } },
      required: ['variable', 'as'],
      additionalProperties: false,
    },
    src: { type: 'string' },
    alt: { type: 'string' },
    href: { type: 'string' },
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
