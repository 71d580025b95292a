import { createClient } from '../create-client.ts';
import { isLaurelError } from '../errors.ts';
import type { FollowedEvent } from '../operations.ts';
import { type Answer, forwardEvent } from './forward.ts';
import type { ListenCommand } from './read-command.ts';
import { reasonOf } from './reason.ts';

/**
 * Forwards events in the order of the log, one after the other, until the signal. Prints the secret, each answer, and in the end the cursor
 * after the last answered event. Rejects if the server refuses, or does not answer at first.
 */
export async function listen(
  command: ListenCommand,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { baseUrl, apiKey, forward, events, after, secret } = command;
  const { events: log } = createClient({ baseUrl, apiKey });
  let last = after;
  try {
    const first = await log.list
      .query({ types: events, after: after ?? 'latest', limit: 1 }, { signal })
      .catch(refuse(baseUrl));
    last ??= first.nextCursor;
    print(`Signing secret: ${secret}`);
    print(`Forwarding ${events} from ${baseUrl} to ${forward}. Press Ctrl-C to stop.`);
    const stream = log.follow({
      ...{ types: events, after: last, signal },
      onDisconnect: (reason) => print(`Connection lost (${reasonOf(reason)}). Reconnecting …`),
      onReconnect: () => print('Connected again.'),
    });
    for await (const event of stream) {
      print(line(event, await forwardEvent(event, command, signal)));
      last = event.cursor;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  print(last === undefined ? 'Stopped.' : `Stopped. To continue from here, add --after ${last}`);
}

/** Names the address of a server that does not answer, or not like Laurel. */
const refuse = (baseUrl: string) => (error: unknown) => {
  if (!isLaurelError(error, 'NO_RESPONSE', 'UNEXPECTED_RESPONSE')) throw error;
  const reason = error.code === 'NO_RESPONSE' ? reasonOf(error) : 'it does not answer as Laurel does';
  throw new Error(`No connection to ${baseUrl}: ${reason}. Check LAUREL_URL.`);
};

function line({ type, position, createdAt }: FollowedEvent, answer: Answer): string {
  const outcome =
    'status' in answer
      ? `${answer.status}${answer.status >= 200 && answer.status < 300 ? '' : ' (a webhook would try again)'}`
      : `not delivered: ${answer.error}`;
  return `${createdAt}  #${position} ${type}  ${outcome}, ${answer.durationMs} ms`;
}
