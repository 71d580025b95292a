import type { CallToolResult } from '@modelcontextprotocol/server';
import { type DomainError, validationError } from '../../../domain/errors.ts';
import { IdempotencyKey } from '../../../domain/shared/idempotency.ts';
import { detail } from '../../../errors/detail.ts';
import { unknownMembers } from '../../../errors/from-zod.ts';
import type { RequestContext } from '../../../procedures/context.ts';
import { toDomainError } from '../../../procedures/errors.ts';
import { errorBody } from '../answer.ts';
import { withoutNulls } from '../bodies/without-nulls.ts';
import { callProcedure } from '../call-procedure.ts';
import type { RestRoute } from '../rest-router.ts';
import { markData } from './mark-data.ts';
import { MOST_ENTRIES, shortenDetails, shortenLists } from './shorten.ts';
import type { AgentTool } from './tools.ts';

type Arguments = Record<string, unknown>;

/** Caller of tools, and what its calls need. */
export interface Caller {
  scopes: readonly string[];
  requestId: string;
  contextFor(call: Pick<RequestContext, 'idempotencyKeys' | 'onReplay'>): RequestContext;
  /** Called before the procedure of a tool. */
  onCall(route: RestRoute): void;
  onError(error: DomainError): void;
}

/** Calls the procedure of a tool. A failure is a result with the body of REST's error, and is also passed to the caller's `onError`. */
export async function callTool(
  tool: AgentTool,
  { idempotencyKey, ...given }: Arguments,
  caller: Caller,
): Promise<CallToolResult> {
  caller.onCall(tool.route);
  const marks: { isReplay?: true } = {};
  const known = Object.keys(tool.shown.inputSchema.properties ?? {});
  const own = withoutNulls(tool.route.input, given) as Arguments;
  // Some lists are complete unless the call sets a limit.
  const input = known.includes('limit') ? { limit: MOST_ENTRIES, ...own } : own;
  const names = Object.keys(idempotencyKey === undefined ? given : { ...given, idempotencyKey });
  const context = caller.contextFor({
    // Checked below.
    idempotencyKeys: tool.route.takesKey && idempotencyKey !== undefined ? [idempotencyKey as string] : [],
    onReplay: () => {
      marks.isReplay = true;
    },
  });
  const admit: RequestContext['admit'] = async (admission) => {
    const principal = await context.admit(admission);
    // As with REST, the caller is admitted before its input is checked.
    refuseUnknown(names, known);
    if (idempotencyKey !== undefined && !IdempotencyKey.safeParse(idempotencyKey).success)
      throw validationError(detail('idempotencyKey', 'not_a_key'));
    return principal;
  };
  try {
    const answer = await callProcedure(tool.route.name, { ...context, admit }, input);
    const most = 'limit' in input ? Number(input.limit) : MOST_ENTRIES;
    return markData('The call succeeded.', { ...shortenLists(answer as object, most), ...marks });
  } catch (error) {
    const failure = toDomainError(error);
    caller.onError(failure);
    return { ...markData('The call failed, for the reason in `error`.', bodyOf(failure, caller)), isError: true };
  }
}

/** VALIDATION_ERROR for members that the tool does not show, such as those that only native calls have. */
function refuseUnknown(names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw validationError(unknownMembers(unknown, known));
}

/** Returns the body of REST's error with few details, and what REST has in header fields: seconds to wait, and the id in the log. */
function bodyOf(failure: DomainError, { requestId }: Caller): object {
  const { status, retryAfter, extras } = failure;
  return {
    ...errorBody(failure),
    ...(extras.details && shortenDetails(extras.details)),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(status >= 500 && { requestId }),
  };
}
