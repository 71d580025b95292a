import type { AnyTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import type { ProcedureMeta } from '../../procedures/base.ts';
import type { Admission } from '../../procedures/context.ts';
import { appRouter } from '../../procedures/router.ts';

export interface RestRoute {
  /** As in `certificates.generate`. */
  name: string;
  method: string;
  path: string;
  pattern: RegExp;
  admission: Admission;
  input: z.ZodObject | undefined;
  /** Of a success. */
  status: number;
  isMultipart: boolean;
}

type Definition = { meta?: ProcedureMeta; inputs: unknown[] };
const definitionOf = (procedure: AnyTRPCProcedure) => procedure._def as unknown as Definition;
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>);

const STATUS: Record<string, number> = {
  'certificates.generate': 201,
  'batches.create': 201,
  'certificates.download': 302,
};

/** Every procedure that REST shows, with what has to be known of it before its body is read. */
export const restRoutes: readonly RestRoute[] = procedures.flatMap(([name, procedure]) => {
  const { meta, inputs } = definitionOf(procedure);
  if (!meta?.openapi || meta.limit === undefined || meta.scope === undefined) return [];
  const { method, path, contentTypes } = meta.openapi;
  const [input] = inputs;
  return [
    {
      name,
      method,
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`),
      admission: { scope: meta.scope, limit: meta.limit },
      input: input instanceof z.ZodObject ? input : undefined,
      status: STATUS[name] ?? 200,
      isMultipart: contentTypes?.[0] === 'multipart/form-data',
    },
  ];
});

/** The route that a request means: HEAD is served as GET is, and OPTIONS asks about what is public. */
export function routeOf({ method, path }: { method: string; path: string }): RestRoute | undefined {
  const served = method === 'HEAD' || method === 'OPTIONS' ? 'GET' : method;
  return restRoutes.find((route) => route.method === served && route.pattern.test(path));
}

/** The router with every procedure's input replaced; it is for reading, its procedures can't be called. */
function withInputs(inputOf: (definition: Definition) => unknown, config = appRouter._def._config): typeof appRouter {
  const replaced = procedures.map(([name, procedure]) => {
    const definition = definitionOf(procedure);
    const inputs = [inputOf(definition)];
    return [name, Object.assign(() => undefined, { _def: { ...definition, inputs } })];
  });
  const definition = { ...appRouter._def, _config: config, procedures: Object.fromEntries(replaced) };
  return Object.assign(Object.create(null), appRouter, { _def: definition }) as typeof appRouter;
}

/**
 * The router as trpc-to-openapi is given it. That library sets coercion on the schemas that it sees, for JSON bodies
 * too, and so for native calls; here it sees only loose ones that name the path's parameters. The procedures are called
 * by the real router's caller, whose validation is untouched. Bodies of errors are made by `formatError`.
 */
export function looseRouter(formatError: (error: unknown) => object): typeof appRouter {
  const config = {
    ...appRouter._def._config,
    // Whatever else the library adds to the body, `toJSON` is what is sent.
    errorFormatter: ({ error }: { error: unknown }) => ({ toJSON: () => formatError(error) }),
  };
  return withInputs(
    ({ meta }) => {
      const parameters = [...(meta?.openapi?.path.matchAll(/\{(\w+)\}/g) ?? [])].map(
        ([, parameter]) => parameter ?? '',
      );
      return z.looseObject(Object.fromEntries(parameters.map((parameter) => [parameter, z.string()])));
    },
    config as unknown as typeof appRouter._def._config,
  );
}

/** The router as the API document is made from it: a form is shown as an object with its file. */
export const documentedRouter = (): typeof appRouter =>
  withInputs(({ inputs: [input], meta }) =>
    meta?.openapi?.contentTypes ? z.object({ logo: z.string().meta({ format: 'binary' }) }) : input,
  );

/** A query's texts as the types that the schema takes; what is no number stays a text, for the schema to refuse. */
export function typedQuery(query: URLSearchParams, input: z.ZodObject | undefined): Record<string, unknown> {
  const schema = input ? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : {};
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [text = '', ...more] = query.getAll(name);
      const property = schema[name];
      const isNumber = typeof property === 'object' && (property.type === 'integer' || property.type === 'number');
      if (more.length > 0) return [name, [text, ...more]];
      // The library drops what is false, so a zero stays a text and is refused for that.
      return [name, isNumber && Number(text) ? Number(text) : text];
    }),
  );
}
