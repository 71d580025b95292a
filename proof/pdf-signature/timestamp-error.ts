/** Reason why there is no time stamp. Another attempt may succeed. */
export class TimestampError extends Error {
  override name = 'TimestampError';
}
