/** A time as the data model's dateTimeStamp, in UTC, cut to the second, so that what begins now has begun. */
export const timestamp = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;
