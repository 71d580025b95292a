import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import type { Odd } from './find-odd.ts';

const LISTED = 5;
const REASONS: Record<Odd['code'], string> = {
  placeholder: 'looks like a missing value',
  error_value: 'is an error of a spreadsheet',
  template_text: 'looks like a placeholder',
  address_as_name: 'is an e-mail address',
  far_date: 'is decades away',
  all_capitals: 'is in capitals only',
  all_small: 'has no capitals',
  duplicate: 'is repeated',
};

interface OddRemarksProps {
  odd: readonly Odd[];
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  onEdit: (row: number, key: string, value: string) => void;
}

/** Lists values that look wrong. They are issued only if a person confirms or corrects them, and never changed unasked. */
export function OddRemarks({ odd, isConfirmed, onConfirm, onEdit }: OddRemarksProps) {
  if (odd.length === 0) return null;
  const offers = odd.flatMap((one) => ('offer' in one ? [one] : []));
  const [first] = offers;
  const count = `${formatNumber(odd.length)} ${odd.length === 1 ? 'value looks' : 'values look'} wrong`;
  return (
    <Alert color="yellow" role="status">
      <Stack gap="xs">
        <Text fw={600}>{count}</Text>
        <List size="sm">
          {odd.slice(0, LISTED).map((one) => (
            <List.Item key={`${one.row} ${one.field.key}`} style={{ overflowWrap: 'anywhere' }}>
              Row {formatNumber(one.row)}, {one.field.label}: “{one.text.slice(0, 80)}” {REASONS[one.code]}
            </List.Item>
          ))}
        </List>
        {odd.length > LISTED && <Text size="sm">And {formatNumber(odd.length - LISTED)} more.</Text>}
        {first && (
          <Group>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                for (const { row, field, offer } of offers) onEdit(row, field.key, offer);
              }}
            >
              {offers.length === 1
                ? `Write “${first.offer}”`
                : `Write ${formatNumber(offers.length)} names like “${first.offer}”`}
            </Button>
          </Group>
        )}
        <Checkbox
          label={odd.length === 1 ? 'This value is right' : 'These values are right'}
          checked={isConfirmed}
          onChange={(event) => onConfirm(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  );
}
