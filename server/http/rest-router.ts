import type { AnyTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import { nativeOnly } from '../../domain/shared/schemas.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import { detail, type Reason } from '../../errors/detail.ts';
import { unknownMember } from '../../errors/from-zod.ts';
import type { ProcedureMeta } from '../../procedures/base.ts';
import type { Admission } from '../../procedures/context.ts';
import { shownFileForm } from '../../procedures/file-form.ts';
import { appRouter } from '../../procedures/router.ts';

export interface RestRoute {
  /** Name, as in `certificates.generate`. */
  name: string;
  method: string;
  path: string;
  pattern: RegExp;
  admission: Admission;
  summary: string;
  description: string;
  /** Group in the API document. */
  tag: string;
  /** True if a call changes nothing. */
  isQuery: boolean;
  /** Schema of the input without members that only native calls have. */
  input: unknown;
  /** Names of the parameters in the path. */
  pathParameters: readonly string[];
  /** Query parameters, and whether each is a number. */
  parameters: ReadonlyMap<string, { isNumber: boolean }>;
  /** Status of a successful response. */
  status: number;
  /** Media type of a successful response, if it is not JSON. */
  mediaType: string | undefined;
  /** Member of the input that is the body. */
  bodyIs: ProcedureMeta['bodyIs'];
  textBody: ProcedureMeta['textBody'];
  isBodyOptional: boolean;
  takesKey: boolean;
  /** Failures that not every route has. */
  errors: readonly (ErrorCode | Reason)[];
  example: ProcedureMeta['example'];
  deprecation: ProcedureMeta['deprecation'];
  isMultipart: boolean;
  shownPart: ProcedureMeta['shownPart'];
}

type Definition = { type: string; meta?: ProcedureMeta; inputs: unknown[] };
const definitionOf = (procedure: AnyTRPCProcedure) => procedure._def as unknown as Definition;
/** Returns true if a procedure accepts an `Idempotency-Key`. `name` is as in `certificates.generate`. */
export const takesKey = (name: string): boolean =>
  procedures.some(([known, procedure]) => known === name && definitionOf(procedure).meta?.takesKey);

/** Returns the maximum bytes of the files in a procedure's form; 0 if its input is not a form. */
export const formBytesOf = (name: string): number => {
  const found = procedures.find(([known]) => known === name);
  return (found && definitionOf(found[1]).meta?.formBytes) ?? 0;
};

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>);

/** Procedures that REST exposes, with everything that must be known before the body is read. */
export const restRoutes: readonly RestRoute[] = procedures.flatMap(([name, procedure]) => {
  const { type, meta, inputs } = definitionOf(procedure);
  if (!meta?.openapi || meta.limit === undefined || meta.scope === undefined) return [];
  const { method, path, contentTypes, summary = '', description = '', tags: [tag = ''] = [] } = meta.openapi;
  const [input] = inputs;
  return [
    {
      name,
      method,
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`),
      admission: { scope: meta.scope, limit: meta.limit },
      summary,
      description,
      tag,
      isQuery: type === 'query',
      input: withoutNative(input),
      pathParameters: pathParametersOf(path),
      parameters: parametersOf(path, input),
      status: meta.status ?? 200,
      mediaType: meta.mediaType,
      bodyIs: meta.bodyIs,
      textBody: meta.textBody,
      isBodyOptional: meta.isBodyOptional ?? false,
      errors: meta.errors ?? [],
      example: meta.example,
      deprecation: meta.deprecation,
      takesKey: meta.takesKey ?? false,
      shownPart: meta.shownPart,
      isMultipart: contentTypes?.[0] === 'multipart/form-data',
    },
  ];
});

/** Returns the route of a request. HEAD is served like GET, and OPTIONS is the preflight of a GET. */
export function routeOf({ method, path }: { method: string; path: string }): RestRoute | undefined {
  const served = method === 'HEAD' || method === 'OPTIONS' ? 'GET' : method;
  return routesOf(path).find((route) => route.method === served);
}

const templated = restRoutes.filter(({ path }) => path.includes('{'));
const concrete = Map.groupBy(
  restRoutes.filter((route) => !templated.includes(route)),
  ({ path }) => path,
);

/**
 * Returns the routes of a path. One without parameters comes before those with parameters that match it, too (OpenAPI, path templating).
 */
const routesOf = (path: string): RestRoute[] =>
  concrete.get(path.replace(/\/$/, '')) ?? templated.filter(({ pattern }) => pattern.test(path));

/** Returns the headers of a deprecated operation (RFC 9745, RFC 8594), for its answers and refusals; none for any other. */
export const deprecationHeaders = ({ deprecation }: RestRoute): Record<string, string> =>
  deprecation === undefined
    ? {}
    : {
        Deprecation: `@${Date.parse(deprecation.since) / 1000}`,
        Sunset: new Date(deprecation.sunset).toUTCString(),
        Link: '</docs/versions#deprecation>; rel="deprecation"; type="text/html"',
      };

/** Returns the methods of a path; an empty list for an unknown one. */
export const methodsOf = (path: string): string[] =>
  routesOf(path).flatMap(({ method, admission }) => [
    method,
    ...(method === 'GET' ? ['HEAD'] : []),
    ...(method === 'GET' && admission.scope === null ? ['OPTIONS'] : []),
  ]);

/** Returns the router with every procedure's input replaced. Its procedures can't be called. */
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
 * Returns the router for trpc-to-openapi. That library sets coercion on the schemas that it sees, even for JSON bodies and native calls.
 * Here it sees only loose schemas with the path's parameters. The real router's caller calls the procedures and validates. `formatError`
 * creates the bodies of errors.
 */
export function looseRouter(formatError: (error: unknown) => object): typeof appRouter {
  const config = {
    ...appRouter._def._config,
    // The library adds members to the body, but `toJSON` decides what is sent.
    errorFormatter: ({ error }: { error: unknown }) => ({ toJSON: () => formatError(error) }),
  };
  return withInputs(
    ({ meta }) =>
      z.looseObject(Object.fromEntries(pathParametersOf(meta?.openapi?.path ?? '').map((name) => [name, z.string()]))),
    config as unknown as typeof appRouter._def._config,
  );
}

/** Returns the router from which the API document is generated. */
export const documentedRouter = (): typeof appRouter =>
  withInputs(({ inputs: [input], meta }) => {
    if (meta?.bodyIs && input instanceof z.ZodObject) return input.omit({ [meta.bodyIs]: true });
    return meta?.shownPart ? shownFileForm(meta.shownPart.name) : withoutNative(input);
  });

function withoutNative(input: unknown): unknown {
  if (!(input instanceof z.ZodObject)) return input;
  const names = Object.entries(input.shape as z.ZodRawShape).flatMap(([name, schema]) =>
    nativeOnly.has(schema as z.ZodType) ? [name] : [],
  );
  return names.length === 0
    ? input
    : input.omit(Object.fromEntries(names.map((name) => [name, true])) as Record<never, never>);
}

function pathParametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Returns the members of an input in the query or the body, without those of the path. */
function parametersOf(path: string, given: unknown): RestRoute['parameters'] {
  // Native calls can leave out an input whose members are all optional.
  const input = given instanceof z.ZodOptional ? given.unwrap() : given;
  if (!(input instanceof z.ZodObject)) return new Map();
  const members = Object.entries(input.shape as z.ZodRawShape).filter(
    ([name, schema]) => !path.includes(`{${name}}`) && !nativeOnly.has(schema as z.ZodType),
  );
  return new Map(
    members.map(([name, schema]) => {
      const { type } = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
      return [name, { isNumber: type === 'integer' }];
    }),
  );
}

const WHOLE_NUMBER = /^-?[1-9]\d{0,14}$/;

/**
 * Converts a query's texts to the types of the schema. A text that is not a number stays a text, for the schema to refuse. VALIDATION_ERROR
 * if a parameter is unknown, empty or repeated.
 */
export function typedQuery(query: URLSearchParams, parameters: RestRoute['parameters']): Record<string, unknown> {
  const known = [...parameters].filter(([name]) => query.has(name));
  const unknown = [...new Set(query.keys())].filter((name) => !parameters.has(name));
  const details = known.flatMap(([path, { isNumber }]) => {
    if (query.getAll(path).length > 1) return [detail(path, 'repeated')];
    // trpc-to-openapi drops a zero before the schema sees it. All numbers of queries start at 1.
    if (isNumber && /^-?0+$/.test(query.get(path) ?? '')) return [detail(path, 'too_small', { least: 1 })];
    return query.get(path) === '' ? [detail(path, 'empty_parameter')] : [];
  });
  details.push(...unknown.map((name) => unknownMember(name, name, [...parameters.keys()])));
  if (details.length > 0) throw validationError(details);
  return Object.fromEntries(
    known.map(([name, { isNumber }]) => {
      const text = query.get(name) ?? '';
      return [name, isNumber && WHOLE_NUMBER.test(text) ? Number(text) : text];
    }),
  );
}
