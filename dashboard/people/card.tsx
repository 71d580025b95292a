import { Anchor, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface PersonCardProps {
  title: string;
  about?: ReactNode;
  children: ReactNode;
  /** Where to go instead: to the sign-in unless told otherwise, null for nowhere. */
  back?: boolean;
}

/** A small page for somebody who is not signed in. */
export function PersonCard({ title, about, children, back = true }: PersonCardProps) {
  useDocumentTitle(`${title} – Laurel`);
  return (
    <Center component="main" id="main" mih="100vh" p="md">
      <Paper withBorder p={{ base: 'lg', xs: 'xl' }} w="100%" maw={420}>
        <Stack>
          <img src="/laurel.svg" width={40} height={40} alt="Laurel" />
          <div>
            <Title order={1} size="h3">
              {title}
            </Title>
            {about && <Text c="dimmed">{about}</Text>}
          </div>
          {children}
          {back && (
            <Anchor component={Link} to="/login" size="sm">
              Back to sign in
            </Anchor>
          )}
        </Stack>
      </Paper>
    </Center>
  );
}
