import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../lib/api.tsx';

const MINUTE = 60_000;

/** Shows the name of a template by id, including archived ones. */
export function TemplateName({ id }: { id: string }) {
  const { data, isPending } = useQuery(useApi().templates.get.queryOptions({ id }, { staleTime: MINUTE }));
  return (
    <Text span inherit style={{ overflowWrap: 'anywhere' }}>
      {data?.name ?? (isPending ? '…' : t`Unknown template`)}
    </Text>
  );
}
