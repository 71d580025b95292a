import { Text } from '@mantine/core';
import type { Field } from './recipients.ts';

/** Points out what will be blank on the certificate. Nothing has to be done about it. */
export function LeftEmpty({ fields }: { fields: readonly Field[] }) {
  return (
    <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
      {fields.length > 0 &&
        `Left empty: ${fields.map(({ label }) => label).join(', ')}. ${fields.length === 1 ? 'It' : 'They'} will be blank on the certificate.`}
    </Text>
  );
}
