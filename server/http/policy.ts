/** Directives of every document unless it overrides them: nothing is loaded, no frame, no form, no other base. */
const CLOSED = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** The value of Content-Security-Policy (CSP Level 3): only what is named is allowed, each directive with its sources. */
export function contentPolicy(allowed: Record<string, string> = {}): string {
  return Object.entries({ ...CLOSED, ...allowed })
    .map(([directive, sources]) => `${directive} ${sources}`.trim())
    .join('; ');
}
