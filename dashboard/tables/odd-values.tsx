import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, List, Text } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import { type Detail, faultText } from '../lib/errors/refusal.ts';
import type { TableField } from './fields.ts';
import { oddWarnings } from './odd-warnings.ts';
import type { Table } from './table.ts';

const LISTED = 10;

interface OddValuesProps {
  warnings: readonly Detail[];
  table: Table;
  fields: readonly TableField[];
}

/** Lists the values of a table that look wrong, with their rows in the file. */
export function OddValues({ warnings, table, fields }: OddValuesProps) {
  const odd = oddWarnings(warnings);
  if (odd.length === 0) return null;
  const lines = odd.slice(0, LISTED).map(({ path, ...fault }) => {
    const [, row = '', name = ''] = /^\w+\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    const label = fields.find((field) => field.name === name)?.label ?? name;
    return t`Row ${{ row: table.reading.rows[Number(row)]?.number ?? '' }}, ${{ field: label }}: ${{ problem: faultText(fault) }}`;
  });
  return (
    <Alert
      color="yellow"
      role="status"
      title={plural({ count: odd.length }, { one: '# value looks wrong', other: '# values look wrong' })}
    >
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            {line}
          </List.Item>
        ))}
      </List>
      {odd.length > LISTED && (
        <Text size="sm">
          <Trans>And {{ count: formatNumber(odd.length - LISTED) }} more.</Trans>
        </Text>
      )}
    </Alert>
  );
}
