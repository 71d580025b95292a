import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  about?: ReactNode;
  /** Button next to the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** Section of the settings with a title. */
export function Section({ title, about, action, children }: SectionProps) {
  return (
    <Stack component="section" gap="md">
      <Group justify="space-between" align="flex-start">
        <Box flex="1 1 16rem" maw={640}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {about && <Text c="dimmed">{about}</Text>}
        </Box>
        {action}
      </Group>
      {children}
    </Stack>
  );
}
