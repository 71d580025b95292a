import { Text } from '@mantine/core';
import type { Field } from './recipients.ts';

/** Lists the values that will be blank on the certificate. No action is required. */
export function LeftEmpty({ fields }: { fields: readonly Field[] }) {
  return (
    <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
      {fields.length > 0 && `Will be blank on the certificate: ${fields.map(({ label }) => label).join(', ')}.`}
    </Text>
  );
}
