import { Alert, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';

/** Returns whether the balance covers the certificates. If the balance is unavailable, returns true, as the server decides. */
export function useCost(count: number) {
  const { data } = useQuery(useApi().credits.get.queryOptions());
  return { balance: data?.balance, isCovered: data === undefined || data.balance >= count };
}

/** Shows the cost of certificates and the organisation's balance. */
export function Cost({ count }: { count: number }) {
  const { balance, isCovered } = useCost(count);
  const price = `${formatNumber(count)} ${count === 1 ? 'credit' : 'credits'}`;
  if (balance !== undefined && !isCovered) {
    return (
      <Alert color="red" icon={<IconCoins aria-hidden />} title={balance === 0 ? 'No credits left' : 'Too few credits'}>
        This costs {price}. You have {formatNumber(balance)}. Ask the operator of this installation for more.
      </Alert>
    );
  }
  return (
    <Text size="sm" className="tabular">
      This costs {price}
      {balance !== undefined && `. You have ${formatNumber(balance)}`}.
    </Text>
  );
}
