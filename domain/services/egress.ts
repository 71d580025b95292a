/** The outcome of a request to a receiver; `status` is null where there was no response, and `error` says why. */
export interface EgressResult {
  status: number | null;
  durationMs: number;
  /** The answer's beginning. */
  response: string | null;
  error: string | null;
}

/** POSTs to addresses of receivers, which are untrusted: never into private networks, never along a redirect, never for long. */
export interface Egress {
  post(url: string, headers: Record<string, string>, body: string): Promise<EgressResult>;
}
