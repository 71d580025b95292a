/** Page of a list: its items, under any name, and the cursor of the next page. */
interface Page {
  nextCursor: string | null;
}

type ItemOf<Of> = { [Member in keyof Of]: Of[Member] extends readonly (infer Item)[] ? Item : never }[keyof Of];

interface List<Input, Output extends Page> {
  query(input: Input, options?: { signal?: AbortSignal | undefined }): Promise<Output>;
}

/**
 * Iterates over all items of a list, for example `for await (const certificate of listAll(client.certificates.list, {}))`. Each page is
 * requested when its first item is needed.
 */
export async function* listAll<Input extends object, Output extends Page>(
  list: List<Input, Output>,
  filter: Omit<Input, 'cursor'>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<ItemOf<Output>, void, undefined> {
  const options = signal ? { signal } : {};
  let cursor: string | null | undefined;
  do {
    const page: Output = await list.query({ limit: 100, ...filter, ...(cursor && { cursor }) } as Input, options);
    const items = Object.values(page).find((member) => Array.isArray(member));
    yield* items ?? [];
    cursor = page.nextCursor;
  } while (cursor);
}
