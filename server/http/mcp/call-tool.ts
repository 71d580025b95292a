import type { CallToolResult } from '@modelcontextprotocol/server';
import { type DomainError, validationError } from '../../../domain/errors.ts';
import { IdempotencyKey } from '../../../domain/shared/idempotency.ts';
import { detail } from '../../../errors/detail.ts';
import { unknownMember } from '../../../errors/from-zod.ts';
import type { RequestContext } from '../../../procedures/context.ts';
import { toDomainError } from '../../../procedures/errors.ts';
import { errorBody } from '../answer.ts';
import { callProcedure } from '../call-procedure.ts';
import { markData } from './mark-data.ts';
import { MOST_ENTRIES, shortenDetails, shortenLists } from './shorten.ts';
import type { AgentTool } from './tools.ts';

type Arguments = Record<string, unknown>;

/** Returns the context of the procedure for the keys of a creation. */
type ContextFor = (call: Pick<RequestContext, 'idempotencyKeys' | 'onReplay'>) => RequestContext;

/** Calls the procedure of a tool. A failure is a result with the body of REST's error, and is passed to `onError`. */
export async function callTool(
  tool: AgentTool,
  given: Arguments,
  contextFor: ContextFor,
  onError: (error: DomainError) => void,
): Promise<CallToolResult> {
  let isReplay = false;
  const onReplay = () => {
    isReplay = true;
  };
  try {
    const { input, idempotencyKeys } = inputOf(tool, given);
    const answer = await callProcedure(tool.route.name, contextFor({ idempotencyKeys, onReplay }), input);
    const most = typeof input.limit === 'number' ? input.limit : MOST_ENTRIES;
    const shown = { ...shortenLists(answer as object, most), ...(isReplay && { isReplay }) };
    return markData('The call succeeded.', shown);
  } catch (error) {
    const failure = toDomainError(error);
    onError(failure);
    return { ...markData('The call failed, for the reason in `error`.', bodyOf(failure)), isError: true };
  }
}

/** Returns the procedure's input and its Idempotency-Key. VALIDATION_ERROR for unknown members, also those of native calls. */
function inputOf({ route, shown }: AgentTool, given: Arguments): { input: Arguments; idempotencyKeys: string[] } {
  const known = Object.keys(shown.inputSchema.properties ?? {});
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw validationError(unknown.map((name) => unknownMember(name, name, known)));
  const { idempotencyKey, ...input } = given;
  // Some lists are complete unless the call sets a limit.
  if (known.includes('limit')) input.limit ??= MOST_ENTRIES;
  if (!route.takesKey || idempotencyKey === undefined) return { input, idempotencyKeys: [] };
  const { data: key } = IdempotencyKey.safeParse(idempotencyKey);
  if (key === undefined) throw validationError(detail('idempotencyKey', 'not_a_key'));
  return { input, idempotencyKeys: [key] };
}

/** Returns the body of REST's error, with few details. `retryAfter` has the seconds of its header. */
function bodyOf(failure: DomainError): object {
  const { retryAfter, extras } = failure;
  return {
    ...errorBody(failure),
    ...(extras.details && shortenDetails(extras)),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
