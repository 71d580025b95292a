import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Laurel } from './laurel.ts';

/** Revision of the protocol that a client speaks: with a handshake, or with a description in each message. */
export type Revision = '2025-11-25' | '2026-07-28';

interface Outcome {
  isError: boolean;
  /** The answer of the procedure, or its error. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of it
  body: any;
  text: string;
}

/** Connects the official client with a key. `call` resolves to the marked data of a tool's answer. */
export async function connectAgent({ url }: Laurel, key: string, revision: Revision = '2026-07-28') {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  const call = async (name: string, given: Record<string, unknown> = {}): Promise<Outcome> => {
    const result: CallToolResult = await client.callTool({ name, arguments: given });
    const [content] = result.content;
    if (content?.type !== 'text') throw new Error(`no text: ${JSON.stringify(result)}`);
    return { isError: result.isError ?? false, body: result.structuredContent, text: content.text };
  };
  return { client, call };
}

/** Sends a body to `/mcp`, as a client of 2025-11-25 does. Returns the status, the header fields and the parsed body. */
export async function sendMessage(
  { url }: Laurel,
  body: unknown,
  { key, headers = {}, method = 'POST' }: { key?: string; headers?: Record<string, string>; method?: string } = {},
) {
  const response = await fetch(`${url}/mcp`, {
    method,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...{ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}
