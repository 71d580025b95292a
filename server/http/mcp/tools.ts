import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { allows } from '../../../domain/access/allow-scopes.ts';
import { IdempotencyKey } from '../../../domain/shared/idempotency.ts';
import { PageQuery } from '../../../domain/shared/schemas.ts';
import { type RestRoute, restRoutes } from '../rest-router.ts';

/**
 * Operations that are tools. Not offered: forms, files and designs, which are too large for a conversation, and changes of the
 * organisation, whose settings can redirect all its mails.
 */
const OFFERED = [
  ...['templates.list', 'templates.get'],
  ...['certificates.generate', 'certificates.list', 'certificates.get', 'certificates.correct', 'certificates.renew'],
  ...['certificates.changeExpiry', 'certificates.revoke', 'certificates.reinstate', 'certificates.email'],
  ...['batches.create', 'batches.list', 'batches.get', 'batches.certificates', 'imports.create'],
  ...['recipients.list', 'recipients.get', 'verify.certificate', 'organisation.get', 'credits.get', 'events.list'],
];

/** Operations that replace or end what was issued. Clients ask their user before they call one. */
const DESTRUCTIVE: readonly string[] = ['certificates.correct', 'certificates.changeExpiry', 'certificates.revoke'];

/** Operation of REST that agents can call. */
export interface AgentTool {
  route: RestRoute;
  /** Entry of `tools/list`. */
  shown: Tool;
}

const DRY_RUN_FIRST =
  'Call it with `dryRun: true` first, which changes nothing, and show the result to your user. Then call it with an `idempotencyKey`, so that a repetition has no second effect.';

const routes = OFFERED.map((name) => {
  const route = restRoutes.find((one) => one.name === name);
  if (!route) throw new Error(`${name} is no operation of REST`);
  return route;
});

const tools: readonly AgentTool[] = routes.map((route) => ({ route, shown: show(route) }));

/** Returns the tool of a name; undefined for an unknown one. */
export const toolOf = (name: string): AgentTool | undefined => tools.find(({ shown }) => shown.name === name);

/** Returns the tools that a key with the scopes can call, as `tools/list` shows them. */
export const toolsFor = (scopes: readonly string[]): Tool[] =>
  tools
    .filter(({ route: { admission } }) => admission.scope === null || allows(scopes, admission.scope))
    .map(({ shown }) => shown);

function show(route: RestRoute): Tool {
  const { name, summary, description, isQuery, takesKey } = route;
  return {
    name: nameOf(name),
    title: summary,
    description: [`${summary}.`, withToolNames(description), ...(takesKey ? [DRY_RUN_FIRST] : [])].join(' '),
    inputSchema: inputSchemaOf(route),
    annotations: isQuery
      ? { readOnlyHint: true }
      : { readOnlyHint: false, destructiveHint: DESTRUCTIVE.includes(name) },
  };
}

/** Returns the tool's name: several clients refuse dots in it. */
function nameOf(name: string): string {
  return name.replace('.', '_');
}

/** Replaces operations in a description, as in `GET /batches/{id}`, by the names of their tools. */
function withToolNames(description: string): string {
  return description.replaceAll(/`([A-Z]+) (\/[^`?]*)(?:\?[^`]*)?`/g, (text, method: string, path: string) => {
    const route = routes.find((one) => one.method === method && one.path === path);
    return route ? `\`${nameOf(route.name)}\`` : text;
  });
}

function inputSchemaOf({ input, takesKey }: RestRoute): Tool['inputSchema'] {
  const object = input instanceof z.ZodOptional ? input.unwrap() : input;
  const shape = object instanceof z.ZodObject ? (object.shape as z.ZodRawShape) : {};
  const schema = z.strictObject({
    ...shape,
    // Some operations of REST return whole lists without it.
    ...(shape.limit && { limit: PageQuery.limit }),
    ...(takesKey && { idempotencyKey: IdempotencyKey.optional() }),
  });
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: simplify });
  return json as Tool['inputSchema'];
}

/** Shows a type that only the API document can express, and spares the pattern of ids, which their format implies. */
function simplify({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
  Object.assign(jsonSchema, jsonSchema.override);
  delete jsonSchema.override;
}
