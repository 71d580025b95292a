import { z } from 'zod';
import { appRouter } from '../../procedures/router.ts';

type Schema = { [member: string]: unknown };

/** A native call of a procedure, with an input that has every field. */
export interface Call {
  /** Name, as in `certificates.generate`. */
  name: string;
  isQuery: boolean;
  input: unknown;
}

/** Returns a call of every procedure with JSON input. `known` has existing values for fields, by name. */
export function everyCall(known: Record<string, unknown>): Call[] {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string; inputs: unknown[] } }
  >;
  return Object.entries(procedures).flatMap(([name, { _def }]) => {
    const [input] = _def.inputs;
    if (!(input instanceof z.ZodType)) return [];
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
    return [{ name, isQuery: _def.type === 'query', input: sample(schema, schema, known) }];
  });
}

function sample(schema: Schema, root: Schema, known: Record<string, unknown>): unknown {
  const of = (part: unknown) => sample(part as Schema, root, known);
  if (typeof schema.$ref === 'string')
    return of((root.$defs as Schema | undefined)?.[schema.$ref.split('/').at(-1) ?? '']);
  const [choice] = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? schema.enum ?? []) as unknown[];
  if (choice !== undefined) return schema.enum ? choice : of(choice);
  if ('const' in schema) return schema.const;
  switch (schema.type) {
    case 'object':
      return {
        ...(schema.properties === undefined && { anything: 'text' }),
        ...Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, part]) => [name, known[name] ?? of(part)]),
        ),
      };
    case 'array':
      return [of(schema.items ?? {})];
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    default:
      return { anything: 'text' };
  }
}

function text({ format }: Schema): string {
  if (format === 'uuid') return '01890000-0000-7000-8000-000000000000';
  if (format === 'email') return 'ada@example.org';
  if (format === 'date-time') return '2026-11-20T09:30:00.000Z';
  return 'text text text';
}

/** Yields the input once for each text in it, with that text replaced. Names of free members count as texts. */
export function* withEachText(value: unknown, replacement: string): Generator<unknown> {
  if (typeof value === 'string') yield replacement;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    for (const replaced of withEachText(part, replacement))
      yield Array.isArray(value) ? [replaced] : { ...value, [name]: replaced };
    if (name === 'anything') yield { ...value, [replacement]: 'text' };
  }
}
