import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Maximum bytes of an answer. A token with its chain has 3 to 6 KB. */
const MAX_ANSWER = 64 * 1024;

/**
 * Posts a time-stamp query to the operator's server, which may have any address (RFC 3161, 3.4). Returns the answer's body. Redirects are
 * not followed. Fails for any status but 200, for a longer answer, and when `signal` aborts.
 */
export function postQuery(url: URL, query: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { 'Content-Type': 'application/timestamp-query', 'Content-Length': query.length };
    const request = open(url, { method: 'POST', headers, agent: false, signal });
    request.on('error', reject);
    request.on('response', (answer) => {
      const chunks: Buffer[] = [];
      let length = 0;
      if (answer.statusCode !== 200) {
        request.destroy();
        return reject(new Error(`it answered with status ${answer.statusCode}`));
      }
      answer.on('error', reject);
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= MAX_ANSWER) return;
        request.destroy();
        reject(new Error(`its answer has more than ${MAX_ANSWER} bytes`));
      });
      answer.on('end', () => resolve(Buffer.concat(chunks)));
      answer.on('close', () => reject(new Error('its answer ended early')));
    });
    request.end(query);
  });
}
