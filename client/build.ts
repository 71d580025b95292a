import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { z } from 'zod';
import { WebhookPayload } from '../domain/webhooks/project-payload.ts';
import { DETAILS, REASONS } from '../errors/catalogue.ts';
import { ERROR_STATUS } from '../errors/codes.ts';
import { appRouter } from '../procedures/router.ts';
import { designJsonSchema } from '../templates-engine/index.ts';

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

/** Collects declarations by name, so that a type that several operations use is declared once. */
class Declarations {
  readonly #texts = new Map<string, string>();
  /** Names that schemas refer to by id only. */
  readonly #given = new Set<string>();

  /** Declares a schema's type under its own id, or else under `fallback`. Returns the name. */
  async add(fallback: string, schema: z.ZodType, io: 'input' | 'output'): Promise<string> {
    const name = schema.meta()?.id ?? fallback;
    await this.#declare(name, z.toJSONSchema(schema, { io, unrepresentable: 'any', override: asDocumented }));
    return name;
  }

  /** Declares a type from a JSON Schema. Must be called before types that refer to it are added. */
  async give(name: string, jsonSchema: object): Promise<void> {
    await this.#declare(name, jsonSchema);
    this.#given.add(name);
  }

  async #declare(name: string, jsonSchema: object): Promise<void> {
    const text = await compile(jsonSchema as JSONSchema, name, {
      bannerComment: '',
      additionalProperties: false,
      // Prevents arrays of 1 to 1000 items from becoming a union of tuples.
      ignoreMinAndMaxItems: true,
    });
    for (const declaration of text.split(/\n(?=\/\*\*|export )/)) this.#put(declaration.trim());
  }

  #put(declaration: string): void {
    const [, name = ''] = /^export (?:interface|type) (\w+)/m.exec(declaration) ?? [];
    if (!name || this.#given.has(name)) return;
    const earlier = this.#texts.get(name);
    if (earlier !== undefined && earlier !== declaration) throw new Error(`two types have the name ${name}`);
    this.#texts.set(name, declaration);
  }

  toString(): string {
    return [...this.#texts.values()].join('\n\n');
  }
}

/** Returns the parameter for an input that can be left out: one without members, or the filters of a list. */
async function optionalInput(declarations: Declarations, name: string, input: z.ZodType): Promise<string> {
  const schema = input instanceof z.ZodOptional ? input.unwrap() : input;
  const hasMembers = schema instanceof z.ZodObject && Object.keys(schema.shape).length > 0;
  return hasMembers ? `input?: ${await declarations.add(name, schema, 'input')}` : 'input?: undefined';
}

/** Uses the documented JSON Schema of a schema with custom checks. */
const asDocumented: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) =>
  void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.override);

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the input and output types of all procedures and the client (`operations.d.ts`), and the router (`app-router.d.ts`). */
async function declareOperations(): Promise<{ operations: string; appRouter: string }> {
  const declarations = new Declarations();
  await declarations.give('DesignDocument', designJsonSchema());
  await declarations.add('WebhookPayload', WebhookPayload, 'output');
  const groups = new Map<string, string[]>();
  const routes = new Map<string, string[]>();
  for (const [path, procedure] of Object.entries(appRouter._def.procedures)) {
    const { type, inputs, output, meta } = (procedure as unknown as Procedure)._def;
    // Procedures without REST are for the dashboard and cannot be called with a key.
    if (!meta.openapi) continue;
    const [group = '', verb = ''] = path.split('.');
    const name = `${capitalised(group)}${capitalised(verb)}`;
    const [input] = inputs;
    if (!input || type === 'subscription')
      throw new Error(`${path}: the client does not support this kind of procedure`);
    const given = meta.openapi.contentTypes?.includes('multipart/form-data')
      ? 'input: FormData'
      : input.safeParse(undefined).success
        ? await optionalInput(declarations, `${name}Input`, input)
        : `input: ${await declarations.add(`${name}Input`, input, 'input')}`;
    const kind = type === 'query' ? 'Query' : 'Mutation';
    const inputType = given.replace(/^input\??: /, '').replace('undefined', 'void');
    const answer = await declarations.add(`${name}Output`, output, 'output');
    groups.set(group, [
      ...(groups.get(group) ?? []),
      `    /** ${meta.openapi.summary}. ${meta.openapi.description} */`,
      `    ${verb}: { ${type === 'query' ? 'query' : 'mutate'}(${given}, options?: CallOptions): Promise<${answer}> };`,
    ]);
    routes.set(group, [
      ...(routes.get(group) ?? []),
      `    ${verb}: TRPC${kind}Procedure<{ meta: unknown; input: ${asImport(inputType)}; output: ${asImport(answer)} }>;`,
    ]);
  }
  groups.get('events')?.push(FOLLOW);
  const client = [...groups].map(([group, lines]) => `  ${group}: {\n${lines.join('\n')}\n  };`).join('\n');
  const router = [...routes].map(([group, lines]) => `  ${group}: {\n${lines.join('\n')}\n  };`).join('\n');
  return {
    operations: `${OPTIONS}\nexport interface Client {\n${ISSUE_ALL}\n${client}\n}\n\n${declarations}\n`,
    appRouter: `${ROUTER}{\n${router}\n}>;\n`,
  };
}

/** Returns a type of `operations.d.ts` as another module names it. */
const asImport = (type: string): string => (['void', 'FormData'].includes(type) ? type : `Operations.${type}`);

const ROUTER = `import type { TRPCBuiltRouter, TRPCDefaultErrorShape, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type * as Operations from './operations.js';

/** Operations in the form of a router of tRPC. */
export type AppRouter = TRPCBuiltRouter<{ ctx: object; meta: object; errorShape: TRPCDefaultErrorShape; transformer: false }, `;

const ISSUE_ALL = `  /** Issues a certificate for each row, in batches. A repeated run continues where the earlier one stopped. */
  issueAll: IssueAll;`;

const FOLLOW = `    /** Follows events in the order of the log, and reconnects without losing or repeating any. */
    follow(options?: FollowOptions): AsyncGenerator<FollowedEvent, void, undefined>;`;

const OPTIONS = `import type { FollowOptions } from './events/follow-options.js';
import type { IssueAllBy, IssueAllResult, IssueAllWait, OptionsOf, ProgressOf, RowOf } from './issuing/options.js';

export type { FollowOptions, IssueAllResult, IssueAllWait };

export type IssueAll = IssueAllBy<CreateBatch, CreatedBatch>;
export type IssueAllOptions = OptionsOf<CreateBatch, CreatedBatch>;
export type IssueAllProgress = ProgressOf<CreatedBatch>;
export type IssueAllRow = RowOf<CreateBatch>;

/** Event of a stream, with the cursor after which a later stream continues. */
export type FollowedEvent = Event & { cursor: string };

export interface CallOptions {
  signal?: AbortSignal | undefined;
  context?: {
    /** For creations: the same key and body again give the first answer again, for 24 hours. */
    idempotencyKey?: string | undefined;
  } | undefined;
}
`;

/** Returns `codes.d.ts` with the catalogue's codes. Newer servers can have more. */
function declareCodes(): string {
  const types = { LaurelServerCode: ERROR_STATUS, LaurelErrorReason: REASONS, LaurelDetailCode: DETAILS };
  return Object.entries(types)
    .map(([name, entries]) => {
      const codes = Object.keys(entries).map((code) => `  | '${code}'`);
      return `export type ${name} =\n${codes.join('\n')}\n  | (string & Record<never, never>);\n`;
    })
    .join('\n');
}

/** Modules of the package. `npm run check` checks their types with the rest of the project. */
const SOURCES = globSync('{*,{bin,events,issuing,template}/*}.ts', {
  cwd: HERE,
  exclude: ['build.ts', 'operations.ts', 'codes.ts', 'app-router.ts'],
});

/** Strips the types only, once for `import` and once for `require`. */
function emit(module: 'esm' | 'cjs', kind: 'nodenext' | 'commonjs'): void {
  const out = join(DIST, module);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'package.json'), JSON.stringify({ type: module === 'esm' ? 'module' : 'commonjs' }));
  // Source maps contain the sources.
  const options = `--noCheck --noResolve --declaration --sourceMap --inlineSources --target es2022 --module ${kind} --rewriteRelativeImportExtensions`;
  const sources = SOURCES.map((source) => join(HERE, source));
  const args = [...options.split(' '), '--ignoreConfig', '--rootDir', HERE, '--outDir', out, ...sources];
  const { status, stdout } = spawnSync(join(HERE, '../node_modules/.bin/tsc'), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
  // TypeScript does not rewrite import extensions in declarations, where all tools understand only .js.
  for (const file of globSync('**/*.d.ts', { cwd: out })) {
    const declarations = readFileSync(join(out, file), 'utf8');
    writeFileSync(
      join(out, file),
      declarations.replaceAll(/(from '|import\(["'])(\.\.?\/[^'"]+)\.ts(?=['"])/g, '$1$2.js'),
    );
  }
}

rmSync(DIST, { recursive: true, force: true });
const { operations, appRouter: router } = await declareOperations();
for (const [module, kind] of [
  ['esm', 'nodenext'],
  ['cjs', 'commonjs'],
] as const) {
  emit(module, kind);
  writeFileSync(join(DIST, module, 'operations.d.ts'), operations);
  writeFileSync(join(DIST, module, 'app-router.d.ts'), router);
  writeFileSync(join(DIST, module, 'codes.d.ts'), declareCodes());
}
