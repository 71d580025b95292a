/**
 * The ranges of ids that a page's query means. A UUIDv7 begins with its time in milliseconds, so that neither the cursor
 * nor creation time needs an index of its own (RFC 9562, section 5.7).
 */
export function idRange({
  cursor,
  createdAfter,
  createdBefore,
}: {
  cursor?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
}): { id: { $lt: string } | { $gte: string } }[] {
  return [
    ...(cursor ? [{ id: { $lt: cursor } }] : []),
    ...(createdAfter ? [{ id: { $gte: lowestIdAt(createdAfter) } }] : []),
    ...(createdBefore ? [{ id: { $lt: lowestIdAt(createdBefore) } }] : []),
  ];
}

/** The least id that could be made at a moment; before 1970, where an id's time begins, the least of all. */
export function lowestIdAt(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Cuts a list that was read one longer than the page, and says where the next page begins. */
export function pageOf<Row extends { id: string }>(
  rows: Row[],
  limit: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  return { page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
