/** Returns an idempotency key of 64 hexadecimal digits that depends on the content only, not on the order of members. */
export async function contentKey(content: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(canonical(content));
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const canonical = (content: unknown): string => JSON.stringify(content, (_name, value) => sorted(value));

/** Sorts the members of an object. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
