import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { leftEmpty } from '../issuing/empty-fields.ts';
import type { Field } from '../issuing/recipients.ts';
import { joined } from '../language/joined.ts';
import type { Row } from './rows/rows.ts';

/** Lists the optional variables that are empty, with the number of rows. */
export function EmptyRemarks({ variables, rows }: { variables: readonly Field[]; rows: readonly Row[] }) {
  const counts = new Map<string, number>();
  for (const { values } of rows) {
    for (const { label } of leftEmpty(variables, values)) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  const parts = [...counts].map(([label, count]) =>
    count === rows.length
      ? t`${{ field: label }} in all rows`
      : plural(count, { one: `${{ field: label }} in # row`, other: `${{ field: label }} in # rows` }),
  );
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      <Trans>Will be blank on the certificate: {{ fields: joined(parts) }}.</Trans>
    </Text>
  );
}
