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

/** Every declaration by its name: what several operations take or give is declared once. */
class Declarations {
  readonly #texts = new Map<string, string>();

  /** Declares the type of a schema under its own id, or else the name given; gives the name. */
  async add(fallback: string, schema: z.ZodType, io: 'input' | 'output'): Promise<string> {
    const name = schema.meta()?.id ?? fallback;
    const jsonSchema = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: asDocumented }) as JSONSchema;
    const text = await compile(jsonSchema, name, {
      bannerComment: '',
      additionalProperties: false,
      // An array that takes 1 to 1000 items is no tuple to whoever writes it.
      ignoreMinAndMaxItems: true,
    });
    for (const declaration of text.split(/\n(?=\/\*\*|export )/)) this.#put(declaration.trim());
    return name;
  }

  #put(declaration: string): void {
    const [, name = ''] = /^export (?:interface|type) (\w+)/m.exec(declaration) ?? [];
    if (!name) return;
    const earlier = this.#texts.get(name);
    if (earlier !== undefined && earlier !== declaration) throw new Error(`two types want to be called ${name}`);
    this.#texts.set(name, declaration);
  }

  toString(): string {
    return [...this.#texts.values()].join('\n\n');
  }
}

/** A schema with a check of its own says for the API document what it takes. */
const asDocumented: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) =>
  void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.override);

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `operations.d.ts`: the types of every procedure's input and output, and a client of them all. */
async function declareOperations(): Promise<string> {
  const declarations = new Declarations();
  const groups = new Map<string, string[]>();
  for (const [path, procedure] of Object.entries(appRouter._def.procedures)) {
    const { type, inputs, output, meta } = (procedure as unknown as Procedure)._def;
    // What REST has not is for the dashboard, and no key may call it.
    if (!meta.openapi) continue;
    const [group = '', verb = ''] = path.split('.');
    const name = `${capitalised(group)}${capitalised(verb)}`;
    const [input] = inputs;
    if (!input || type === 'subscription') throw new Error(`${path}: the client knows no such procedure`);
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

/** Only takes the types off: `npm run check` looks at them, with the product beside it. */
function emit(): void {
  const options =
    '--noCheck --noResolve --declaration --target es2022 --module nodenext --rewriteRelativeImportExtensions';
  const args = [...options.split(' '), '--ignoreConfig', '--outDir', DIST, join(HERE, 'index.ts')];
  const { status, stdout } = spawnSync(join(HERE, '../node_modules/.bin/tsc'), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
}

rmSync(DIST, { recursive: true, force: true });
emit();
// TypeScript leaves the endings of imports alone in declarations, where only .js is understood by everybody.
const index = join(DIST, 'index.d.ts');
writeFileSync(index, readFileSync(index, 'utf8').replaceAll("'./operations.ts'", "'./operations.js'"));
writeFileSync(join(DIST, 'operations.d.ts'), await declareOperations());
