/** Message of server-sent events (HTML Standard, 9.2). */
export interface StreamMessage {
  event: string;
  data: string;
  id: string;
}

/** Largest message in characters. An event has a few thousand. */
const LONGEST = 10_000_000;

/** Reads the messages of a stream, with those that have no data. Ends with the stream, or throws what broke it. */
export async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // An incomplete message at the end does not count.
      if (done) return;
      text += decoder.decode(value, { stream: true });
      if (text.length > LONGEST) throw new Error('a message of the event stream is too long');
      const parts = text.split(/\r?\n\r?\n/);
      text = parts.pop() ?? '';
      for (const part of parts) yield messageOf(part);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function messageOf(part: string): StreamMessage {
  const message = { event: 'message', data: '', id: '' };
  const data: string[] = [];
  for (const line of part.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event' || name === 'id') message[name] = value;
  }
  return { ...message, data: data.join('\n') };
}
