import { atEndOfFile } from './end-of-file.ts';
import { waitFor } from './wait-for.ts';

/** A message of an event stream. */
export interface Message {
  event: string;
  id: string | undefined;
  data: unknown;
}

/** An open stream of `events.follow`, read without a library. */
export class EventStream {
  readonly messages: Message[] = [];
  readonly #abort = new AbortController();
  isEnded = false;
  status = 0;
  headers = new Headers();

  /** Opens a stream. `input` is the procedure's input. */
  static async open(
    url: string,
    headers: Record<string, string>,
    input?: Readonly<Record<string, unknown>>,
  ): Promise<EventStream> {
    const stream = new EventStream();
    atEndOfFile(() => stream.close());
    const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const answer = await fetch(`${url}/trpc/events.follow${query}`, { headers, signal: stream.#abort.signal });
    stream.status = answer.status;
    stream.headers = answer.headers;
    void stream
      .#read(answer)
      .catch(() => undefined)
      .finally(() => {
        stream.isEnded = true;
      });
    return stream;
  }

  /** Returns the messages with events of the log: their cursors and their form in the API. */
  get events(): { cursor: string; type: string; id: string; data: Record<string, unknown> }[] {
    return this.messages
      .filter(({ event }) => event === 'message')
      .map(({ id = '', data }) => ({
        cursor: id,
        ...(data as { type: string; id: string; data: Record<string, unknown> }),
      }));
  }

  /** Returns the error that ended the stream. */
  get error(): { code: string; reason?: string; httpStatus: number; details?: unknown } | undefined {
    const { data } = this.messages.find(({ event }) => event === 'serialized-error') ?? {};
    return (data as { data: { code: string; httpStatus: number } } | undefined)?.data;
  }

  /** Waits until the condition holds or the stream ends. */
  async until(holds: () => boolean): Promise<void> {
    const read = () => ({ isEnded: this.isEnded, messages: this.messages.length, last: this.messages.at(-1) });
    await waitFor('a message or the end of the stream', read, () => this.isEnded || holds(), { everyMs: 5 });
  }

  close(): void {
    this.#abort.abort();
  }

  async #read({ body }: Response): Promise<void> {
    let text = '';
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      this.messages.push(...parts.filter((part) => part.trim() !== '').map(parse));
    }
  }
}

function parse(part: string): Message {
  const fields = Object.fromEntries(
    part
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { event: fields.event ?? 'message', id: fields.id, data: fields.data ? JSON.parse(fields.data) : null };
}
