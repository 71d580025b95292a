import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { formatDateTime } from '../../components/format.tsx';
import { pathLabel } from '../../lib/errors/path-label.ts';
import type { Outputs } from '../../lib/session.ts';
import { ROLES } from '../members/roles.ts';

type Change = Outputs['audit']['list']['entries'][number]['changes'][number];

/** Shows changed fields with their values before and after. */
export const Changes = ({ changes }: { changes: readonly Change[] }) =>
  changes.map((change) => (
    <Text key={change.field} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {pathLabel(change.field)}
      {valuesOf(change)}
    </Text>
  ));

function valuesOf({ field, ...values }: Change): string {
  const [from, to] = [named(field, values.from), named(field, values.to)];
  if (from === null && to === null) return '';
  return from === null ? `: ${shortened(to)}` : `: ${shortened(from)} → ${shortened(to)}`;
}

/** Returns a value as people name it. */
const named = (field: string, value: string | null): string | null =>
  (field === 'role' && ROLES.find(({ role }) => role === value)?.label) || value;

const LONGEST = 200;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function shortened(value: string | null): string {
  if (value === null) return t`(none)`;
  if (INSTANT.test(value)) return formatDateTime(value);
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
}
