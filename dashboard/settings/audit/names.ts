import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api.tsx';

/** Names by id. */
export type Names = ReadonlyMap<string, string>;

/** Returns the current names of the ids in the log. Deleted or unloaded objects have none. */
export function useNames(): Names {
  const api = useApi();
  const members = useQuery(api.members.list.queryOptions()).data?.members ?? [];
  const apiKeys = useQuery(api.apiKeys.list.queryOptions()).data?.apiKeys ?? [];
  const webhooks = useQuery(api.webhooks.listManaged.queryOptions()).data?.webhooks ?? [];
  return new Map([
    ...members.map(({ userId, name }) => [userId, name] as const),
    ...[...apiKeys, ...webhooks].map(({ id, name }) => [id, name] as const),
  ]);
}
