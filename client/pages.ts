/** A page of a list: what is in it, under whatever name, and where the next one begins. */
interface Page {
  nextCursor: string | null;
}

type ItemOf<Of> = { [Member in keyof Of]: Of[Member] extends readonly (infer Item)[] ? Item : never }[keyof Of];

interface List<Input, Output extends Page> {
  query(input: Input, options?: { signal?: AbortSignal }): Promise<Output>;
}

/**
 * Every item of a list, page after page, as in `for await (const certificate of listAll(client.certificates.list, {}))`. A
 * page is asked for when its first item is.
 */
export async function* listAll<Input extends object, Output extends Page>(
  list: List<Input, Output>,
  filter: Omit<Input, 'cursor'>,
  { signal }: { signal?: AbortSignal } = {},
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
