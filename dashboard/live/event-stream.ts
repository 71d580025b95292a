import type { Outputs } from '../lib/session.ts';

export type LiveEvent = Outputs['events']['list']['events'][number];

/** Timeout of a silent stream, in ms. The server sends a ping every 15 s. */
const SILENCE_MS = 40_000;

interface Listener {
  /** Called when the server has accepted the stream. */
  onOpen(): void;
  onEvent(event: LiveEvent, cursor: string): void;
  /** Called for each message, including pings. */
  onSign(): void;
}

/** Thrown if the server refuses the stream. */
export class StreamRefused extends Error {
  /** Code of the server's error. */
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * Reads an organisation's events until the stream ends. Uses fetch, as an EventSource cannot send the header that names the organisation
 * and keeps other origins out.
 */
export async function readStream(
  organisationId: string,
  after: string | undefined,
  signal: AbortSignal,
  listener: Listener,
): Promise<void> {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const noteSign = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENCE_MS);
  };
  noteSign();
  try {
    const answer = await fetch(`/trpc/events.follow?input=${encodeURIComponent(JSON.stringify({ after }))}`, {
      headers: { 'X-Laurel-Organisation': organisationId },
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (!answer.ok || !answer.body) throw new StreamRefused(String(answer.status));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      noteSign();
      listener.onSign();
      const messages = `${text}${value}`.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) take(message, listener);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Handles one message of the stream (HTML, section 9.2.6). Messages with events of the log have no event name. */
function take(message: string, { onOpen, onEvent }: Listener): void {
  const lines = message.split('\n');
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [name, data = '{}', id] = [field('event'), field('data'), field('id')];
  if (name === 'connected') onOpen();
  if (name === 'serialized-error') throw new StreamRefused(String(JSON.parse(data).data?.code));
  if (name === undefined && id !== undefined) onEvent(JSON.parse(data) as LiveEvent, id);
}
