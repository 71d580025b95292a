import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageProps {
  title: string;
  /** One sentence below the title. */
  about?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** How wide the screen is at most, title and actions included; as wide as the window unless told. */
  maw?: number;
  children: ReactNode;
}

/** A screen: its title in the window and in the page, then its content. */
export function Page({ title, about, actions, maw, children }: PageProps) {
  useDocumentTitle(`${title} – Laurel`);
  return (
    <Stack gap="lg" maw={maw}>
      <Group justify="space-between" align="flex-end">
        <Box>
          <Title order={1} size="h2">
            {title}
          </Title>
          {about && <Text c="dimmed">{about}</Text>}
        </Box>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
