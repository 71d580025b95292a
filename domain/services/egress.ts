/** The outcome of a request to a receiver; `status` is null where there was no response, and `error` says why. */
export interface EgressResult {
  status: number | null;
  durationMs: number;
  /** The answer's beginning. */
  response: string | null;
  error: string | null;
}

/** Requests to addresses that organisations choose: never into private networks, never along a redirect, never for long. */
export interface Egress {
  /** Returns true where the host of an address has addresses, and none of them may be connected to. */
  isPrivate(url: string): Promise<boolean>;
  post(url: string, headers: Record<string, string>, body: string): Promise<EgressResult>;
  /** Returns the body of an answer of status 200; null for any other, and for more than `limit` bytes. */
  get(url: string, limit: number): Promise<Uint8Array | null>;
}
