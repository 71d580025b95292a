import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageProps {
  title: string;
  /** One sentence below the title. */
  about?: ReactNode;
  /** Buttons next to the title. */
  actions?: ReactNode;
  /** Maximum width of the screen, including title and actions. Default: full width. */
  maw?: number;
  children: ReactNode;
}

/** Page with its title, in the window and in the document, and its content. */
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
