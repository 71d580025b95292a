import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import type { Field } from '../issuing/recipients.ts';
import type { CellChange } from './rows/rows.ts';
import type { Checked } from './use-checked.ts';

const LISTED = 5;

interface OddRemarksProps {
  checked: Checked;
  fields: readonly Field[];
  onEdit: (changes: readonly CellChange[]) => void;
}

/** Lists values that look wrong. They are issued only if a person confirms or corrects them, and never changed unasked. */
export function OddRemarks({ checked: { odd, unconfirmed, confirmAll }, fields, onEdit }: OddRemarksProps) {
  if (odd.length === 0) return null;
  const offers = odd.flatMap(({ row, field, offer }) =>
    offer === null ? [] : [{ row: row.number, key: field, value: offer }],
  );
  const [first] = offers;
  const count = plural({ count: odd.length }, { one: '# value looks wrong', other: '# values look wrong' });
  const labelOf = (key: string) => fields.find((field) => field.key === key)?.label ?? key;
  return (
    <Alert color="yellow" role="status">
      <Stack gap="xs">
        <Text fw={600}>{count}</Text>
        <List size="sm">
          {odd.slice(0, LISTED).map(({ row, field, message }) => (
            <List.Item key={`${row.number} ${field} ${message}`} style={{ overflowWrap: 'anywhere' }}>
              <Trans>
                Row {{ row: row.number }}, {{ field: labelOf(field) }}: “
                {{ value: (row.values[field] ?? '').slice(0, 80) }}”. {{ problem: message }}
              </Trans>
            </List.Item>
          ))}
        </List>
        {odd.length > LISTED && (
          <Text size="sm">
            <Trans>And {{ count: formatNumber(odd.length - LISTED) }} more.</Trans>
          </Text>
        )}
        {first && (
          <Group>
            <Button size="xs" variant="default" onClick={() => onEdit(offers)}>
              {offers.length === 1
                ? t`Write “${{ value: first.value }}”`
                : plural({ count: offers.length }, { other: `Write # values like “${{ value: first.value }}”` })}
            </Button>
          </Group>
        )}
        <Checkbox
          label={odd.length === 1 ? t`This value is right` : t`These values are right`}
          checked={unconfirmed.size === 0}
          onChange={(event) => confirmAll(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  );
}
