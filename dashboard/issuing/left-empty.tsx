import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { joined } from '../language/joined.ts';
import type { Field } from './recipients.ts';

/** Lists the values that will be blank on the certificate. No action is required. */
export function LeftEmpty({ fields }: { fields: readonly Field[] }) {
  return (
    <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
      {fields.length > 0 &&
        t`Will be blank on the certificate: ${{ fields: joined(fields.map(({ label }) => label)) }}.`}
    </Text>
  );
}
