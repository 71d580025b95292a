import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Center, Group, Loader, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { messageOf } from '../lib/errors/errors.ts';

/** Placeholder while a screen's first data loads. Requests time out, so it ends eventually. */
export function Loading({ rows }: { rows?: number }) {
  if (rows) {
    return (
      <Stack gap="sm" role="status" aria-label={t`Loading`}>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all rows are identical
          <Skeleton key={row} height={44} />
        ))}
      </Stack>
    );
  }
  return (
    <Center mih="40vh" role="status" aria-label={t`Loading`}>
      <Loader />
    </Center>
  );
}

/** Shows a spinner until the code of its children has loaded. */
export function LoadedLater({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <Center h={120} role="status" aria-label={t`Loading`}>
          <Loader />
        </Center>
      }
    >
      {children}
    </Suspense>
  );
}

/** Shows an error with a retry button. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t`Couldn’t load this`} my="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{messageOf(error)}</Text>
        <Button size="xs" variant="default" onClick={() => onRetry()}>
          <Trans>Try again</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}

interface EmptyProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Explains what will be shown here and how to add it. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs" py="lg">
        <Icon size={36} stroke={1.5} aria-hidden />
        <Title order={2} size="h4" ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center" maw={460}>
          {children}
        </Text>
        {action && <Group mt="sm">{action}</Group>}
      </Stack>
    </Paper>
  );
}
