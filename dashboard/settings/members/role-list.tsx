import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { Section } from '../shared/section.tsx';
import { ROLES } from './roles.ts';

/** Explains the roles. */
export function RoleList() {
  return (
    <Section title={t`Roles`}>
      <Stack component="ul" gap="xs" m={0} pl="lg" maw={640}>
        {ROLES.map(({ role, label, about }) => (
          <li key={role}>
            <Text size="sm">
              <strong>{label}:</strong> {about}
            </Text>
          </li>
        ))}
      </Stack>
    </Section>
  );
}
