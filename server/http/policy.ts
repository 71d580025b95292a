/** Default directives of every document: no resources, no frames, no forms, no other base. */
const CLOSED = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Returns the value of Content-Security-Policy (CSP Level 3). Each directive allows only its listed sources. */
export function contentPolicy(allowed: Record<string, string> = {}): string {
  return Object.entries({ ...CLOSED, ...allowed })
    .map(([directive, sources]) => `${directive} ${sources}`.trim())
    .join('; ');
}
