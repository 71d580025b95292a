import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { List, Stack, Text } from '@mantine/core';
import { formatDay } from '../components/format.tsx';
import { EXPIRES_AT } from '../issuing/recipients.ts';
import type { TableField } from './fields.ts';
import type { Table } from './table.ts';

/** Field that a table changes, with examples by row. Texts are empty for a field without a value. */
export interface ValueChange {
  field: string;
  count: number;
  examples: readonly { row: number; before: string; after: string }[];
}

interface ValueChangesProps {
  changes: readonly ValueChange[];
  table: Table;
  fields: readonly TableField[];
}

/** Lists the fields that a table changes, so that a person sees changes that were not meant. */
export function ValueChanges({ changes, table, fields }: ValueChangesProps) {
  const labelOf = (name: string) =>
    fields.find((field) => field.name === name)?.label ?? (name === EXPIRES_AT.key ? EXPIRES_AT.label : name);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        <Trans>These values change:</Trans>
      </Text>
      <List size="sm" spacing="xs">
        {changes.map(({ field, count, examples }) => (
          <List.Item key={field} style={{ overflowWrap: 'anywhere' }}>
            {certificatesWith(labelOf(field), count)}
            {examples.map(({ row, ...texts }) => (
              <Text key={row} size="sm" c="dimmed">
                {exampleOf(table.reading.rows[row]?.number ?? row + 1, texts)}
              </Text>
            ))}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

const certificatesWith = (field: string, count: number): string =>
  plural({ count }, { one: `${{ field }}: # certificate`, other: `${{ field }}: # certificates` });

function exampleOf(number: number, texts: { before: string; after: string }): string {
  const row = String(number);
  const { before, after } = excerpts(texts);
  if (before === '') return t`Row ${row}: “${after}”, which was empty`;
  return after === '' ? t`Row ${row}: “${before}” becomes empty` : t`Row ${row}: “${before}” becomes “${after}”`;
}

/** Length in characters up to which a text is shown whole, and of what is shown before the first difference. */
const [WHOLE, LEAD] = [60, 15];
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns the parts of two texts around their first difference. Days are written as usual. */
function excerpts({ before, after }: { before: string; after: string }): { before: string; after: string } {
  const [isDay, wasDay] = [DAY.test(after), DAY.test(before)];
  if ((isDay && wasDay) || (isDay && before === '') || (wasDay && after === ''))
    return { before: before && formatDay(before), after: after && formatDay(after) };
  const [former, next] = [[...before], [...after]];
  const same = former.findIndex((character, index) => character !== next[index]);
  const from =
    Math.max(former.length, next.length) <= WHOLE ? 0 : Math.max(0, (same < 0 ? former.length : same) - LEAD);
  const part = (text: readonly string[]) =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + WHOLE).join('')}${text.length > from + WHOLE ? '…' : ''}`;
  return { before: before && part(former), after: after && part(next) };
}
