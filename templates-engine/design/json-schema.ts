import { z } from 'zod';
import { format, variableDefinition, variableDefinitions } from '../variables/definition.ts';
import { FORMAT_NAMES } from '../variables/properties.ts';
import { DesignDocument } from './design.ts';

/** What JSON Schema can't see of a check in code. */
const IN_WORDS = new Map<z.core.$ZodType, () => object>([
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
export const designJsonSchema = () => jsonSchemaOf(DesignDocument);

function jsonSchemaOf(schema: z.ZodType) {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: shown }) => void Object.assign(shown, IN_WORDS.get(zodSchema)?.()),
  });
  return jsonSchema;
}
