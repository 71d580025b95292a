const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes with an unshared buffer, as WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => encoder.encode(text);

/** Decodes UTF-8. Throws TypeError for invalid bytes. */
export const readUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Returns one character per byte. */
export function latin1(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = '';
  for (let at = Math.max(0, from); at < Math.min(to, bytes.length); at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Decodes standard base64 in canonical form; null for anything else. */
export function fromBase64(text: string): Bytes | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = decode(text);
  return toBase64(bytes) === text ? bytes : null;
}

/** Decodes base64url without padding; null for anything else. */
export function fromBase64Url(text: string): Bytes | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  return decode(text.replaceAll('-', '+').replaceAll('_', '/'));
}

const toBase64 = (bytes: Uint8Array): string => btoa(latin1(bytes));

const decode = (text: string): Bytes => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

type Digest = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

export const digest = async (name: Digest, bytes: Uint8Array): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(name, unshared(bytes)));

export const sha256 = (bytes: Uint8Array): Promise<Bytes> => digest('SHA-256', bytes);

export async function hmacSha256(key: Uint8Array, message: Uint8Array): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', unshared(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, unshared(message)));
}

export const unshared = (bytes: Uint8Array): Bytes =>
  bytes.buffer instanceof ArrayBuffer ? (bytes as Bytes) : new Uint8Array(bytes);

/** Decompresses data. Rejects if it is damaged or longer than the limit. */
export async function inflate(bytes: Uint8Array, format: 'deflate' | 'gzip', limit: number): Promise<Bytes> {
  const stream = new Blob([unshared(bytes)]).stream().pipeThrough(new DecompressionStream(format));
  return readAll(stream as ReadableStream<Uint8Array>, limit);
}

/** Reads a stream to its end. Cancels it and throws RangeError if it exceeds the limit. */
export async function readAll(stream: ReadableStream<Uint8Array>, limit: number): Promise<Bytes> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concat(...parts);
    length += value.length;
    if (length > limit) {
      await reader.cancel().catch(() => undefined);
      throw new RangeError(`more than ${limit} bytes`);
    }
    parts.push(value);
  }
}
