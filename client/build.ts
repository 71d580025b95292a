import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { z } from 'zod';
import { appRouter } from '../procedures/router.ts';

interface Procedure {
  _def: {
    type: 'query' | 'mutation' | 'subscription';
    inputs: z.ZodType[];
    output: z.ZodType;
    meta: { openapi?: { summary: string; description: string; contentTypes?: string[] } };
  };
}

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');

/** Declarations by name: a type that several operations use is declared once. */
class Declarations {
  readonly #texts = new Map<string, string>();

  /** Declares the type of a schema under its own id, else under `fallback`; returns the name. */
  async add(fallback: string, schema: z.ZodType, io: 'input' | 'output'): Promise<string> {
    const name = schema.meta()?.id ?? fallback;
    const jsonSchema = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: asDocumented }) as JSONSchema;
    const text = await compile(jsonSchema, name, {
      bannerComment: '',
      additionalProperties: false,
      // Without this an array of 1 to 1000 items would become a union of tuples.
      ignoreMinAndMaxItems: true,
    });
    for (const declaration of text.split(/\n(?=\/\*\*|export )/)) this.#put(declaration.trim());
    return name;
  }

  #put(declaration: string): void {
    const [, name = ''] = /^export (?:interface|type) (\w+)/m.exec(declaration) ?? [];
    if (!name) return;
    const earlier = this.#texts.get(name);
    if (earlier !== undefined && earlier !== declaration) throw new Error(`two types have the name ${name}`);
    this.#texts.set(name, declaration);
  }

  toString(): string {
    return [...this.#texts.values()].join('\n\n');
  }
}

/** A schema with a custom check has its own JSON Schema for the API document. */
const asDocumented: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) =>
  void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.override);

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `operations.d.ts`: the types of every procedure's input and output, and a client of them all. */
async function declareOperations(): Promise<string> {
  const declarations = new Declarations();
  const groups = new Map<string, string[]>();
  for (const [path, procedure] of Object.entries(appRouter._def.procedures)) {
    const { type, inputs, output, meta } = (procedure as unknown as Procedure)._def;
    // Procedures without REST are for the dashboard; no key may call them.
    if (!meta.openapi) continue;
    const [group = '', verb = ''] = path.split('.');
    const name = `${capitalised(group)}${capitalised(verb)}`;
    const [input] = inputs;
    if (!input || type === 'subscription') throw new Error(`${path}: the client does not support such a procedure`);
    const given = meta.openapi.contentTypes?.includes('multipart/form-data')
      ? 'input: FormData'
      : input.safeParse(undefined).success
        ? 'input?: undefined'
        : `input: ${await declarations.add(`${name}Input`, input, 'input')}`;
    const answer = await declarations.add(`${name}Output`, output, 'output');
    groups.set(group, [
      ...(groups.get(group) ?? []),
      `    /** ${meta.openapi.summary}. ${meta.openapi.description} */`,
      `    ${verb}: { ${type === 'query' ? 'query' : 'mutate'}(${given}, options?: CallOptions): Promise<${answer}> };`,
    ]);
  }
  const client = [...groups].map(([group, lines]) => `  ${group}: {\n${lines.join('\n')}\n  };`).join('\n');
  return `${OPTIONS}\nexport interface Client {\n${client}\n}\n\n${declarations}\n`;
}

const OPTIONS = `export interface CallOptions {
  signal?: AbortSignal;
  context?: {
    /** For creations: the same key and body again give the first answer again, for 24 hours. */
    idempotencyKey?: string;
  };
}
`;

/** Only strips the types: `npm run check` checks them, together with the product. */
function emit(): void {
  const options =
    '--noCheck --noResolve --declaration --target es2022 --module nodenext --rewriteRelativeImportExtensions';
  const args = [...options.split(' '), '--ignoreConfig', '--outDir', DIST, join(HERE, 'index.ts')];
  const { status, stdout } = spawnSync(join(HERE, '../node_modules/.bin/tsc'), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
}

rmSync(DIST, { recursive: true, force: true });
emit();
// TypeScript does not rewrite import extensions in declarations, where all tools understand .js only.
const index = join(DIST, 'index.d.ts');
writeFileSync(index, readFileSync(index, 'utf8').replaceAll("'./operations.ts'", "'./operations.js'"));
writeFileSync(join(DIST, 'operations.d.ts'), await declareOperations());
