/** Why there is no time stamp. Another attempt may get one. */
export class TimestampError extends Error {
  override name = 'TimestampError';
}
