import { plural, t } from '@lingui/core/macro';
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
  if (balance !== undefined && !isCovered) {
    return (
      <Alert
        color="red"
        icon={<IconCoins aria-hidden />}
        title={balance === 0 ? t`No credits left` : t`Too few credits`}
      >
        {plural(count, {
          one: `This costs # credit. You have ${{ balance: formatNumber(balance) }}. Ask the operator of this installation for more.`,
          other: `This costs # credits. You have ${{ balance: formatNumber(balance) }}. Ask the operator of this installation for more.`,
        })}
      </Alert>
    );
  }
  return (
    <Text size="sm" className="tabular">
      {balance === undefined
        ? plural(count, { one: 'This costs # credit.', other: 'This costs # credits.' })
        : plural(count, {
            one: `This costs # credit. You have ${{ balance: formatNumber(balance) }}.`,
            other: `This costs # credits. You have ${{ balance: formatNumber(balance) }}.`,
          })}
    </Text>
  );
}
