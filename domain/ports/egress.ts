/** Outcome of a request to a receiver. Without a response, `status` is null and `error` is the reason. */
export interface EgressResult {
  status: number | null;
  durationMs: number;
  /** Start of the response. */
  response: string | null;
  error: string | null;
}

/**
 * Sends requests to addresses that organisations choose. Never connects to private networks, never follows redirects, and limits the
 * duration.
 */
export interface Egress {
  /** Returns true if the host of an address resolves, but only to addresses that are not allowed. */
  isPrivate(url: string): Promise<boolean>;
  post(url: string, headers: Record<string, string>, body: string): Promise<EgressResult>;
  /** Returns the body of a response with status 200. Null for any other response and for more than `limit` bytes. */
  get(url: string, limit: number): Promise<Uint8Array | null>;
}
