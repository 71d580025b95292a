import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../components/confirm.tsx';
import { Ago, formatDateTime } from '../components/format.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { auth, orThrow } from '../lib/auth.ts';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';
import { deviceOf } from './device.ts';

const KEY = ['sessions'];

/** Lists the user's sessions with browser, device, address and sign-in time. Each can be ended. */
export function Sessions() {
  const sessions = useQuery({ queryKey: KEY, queryFn: readSessions });
  const end = useEnding();
  const others = sessions.data?.filter(({ isHere }) => !isHere) ?? [];
  const askToEndOthers = () =>
    confirm({
      title: t`Sign out everywhere else?`,
      text: t`You’ll have to sign in again on every other device.`,
      confirm: t`Sign out everywhere else`,
      onConfirm: () => end.others.mutate(),
    });
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h4">
          <Trans>Active sessions</Trans>
        </Title>
        {sessions.error && <Failed error={sessions.error} onRetry={sessions.refetch} />}
        {sessions.isPending && <Loading rows={2} />}
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Sessions`}>
          {sessions.data?.map((session) => (
            <SessionLine key={session.id} session={session} onEnd={() => end.one.mutate(session.token)} />
          ))}
        </Stack>
        <Group>
          <Button
            variant="default"
            disabled={others.length === 0}
            loading={end.others.isPending}
            onClick={askToEndOthers}
          >
            <Trans>Sign out everywhere else</Trans>
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** Returns this browser's session first, then the rest, most recently used first. */
async function readSessions() {
  const [listed, own] = await Promise.all([orThrow(auth.listSessions()), orThrow(auth.getSession())]);
  const here = own?.session.id;
  return (listed ?? [])
    .map((session) => ({ ...session, isHere: session.id === here }))
    .sort((a, b) => Number(b.isHere) - Number(a.isHere) || +new Date(b.updatedAt) - +new Date(a.updatedAt));
}

type Session = Awaited<ReturnType<typeof readSessions>>[number];

function SessionLine({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { userAgent, ipAddress, createdAt, updatedAt, isHere } = session;
  const { browser, isHandheld } = deviceOf(userAgent);
  const Icon = isHandheld ? IconDeviceMobile : IconDeviceDesktop;
  const since = formatDateTime(new Date(createdAt).toISOString());
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Icon size={24} stroke={1.5} aria-hidden style={{ flex: 'none' }} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {browser}
          </Text>
          {isHere && (
            <Badge variant="light" c="var(--mantine-color-text)">
              <Trans>This browser</Trans>
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {ipAddress && `${t`IP address ${ipAddress}`} · `}
          <Trans>Signed in {since}</Trans>
          {!isHere && (
            <>
              {' · '}
              <Trans>
                Last used <Ago moment={new Date(updatedAt).toISOString()} />
              </Trans>
            </>
          )}
        </Text>
      </div>
      {!isHere && (
        <Button size="xs" variant="default" aria-label={t`Sign out ${browser}, signed in ${since}`} onClick={onEnd}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </Group>
  );
}

function useEnding() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: KEY });
  return {
    one: useMutation({
      mutationFn: (token: string) => orThrow(auth.revokeSession({ token })),
      onSuccess: () => notifyDone(t`That browser is signed out.`),
      onError: notifyError,
      onSettled,
    }),
    others: useMutation({
      mutationFn: () => orThrow(auth.revokeOtherSessions()),
      onSuccess: () => notifyDone(t`You are signed out everywhere else.`),
      onError: notifyError,
      onSettled,
    }),
  };
}
