import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Accordion, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { formatDateTime } from '../components/format.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { FramedMail } from '../email/framed-mail.tsx';
import { useApi } from '../lib/api.tsx';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';
import { type Outputs, useSession } from '../lib/session.ts';
import { LoadMore } from '../settings/shared/load-more.tsx';
import { Section } from '../settings/shared/section.tsx';

type Mail = Outputs['testMode']['mails']['mails'][number];

/** Lists the e-mails that test mode kept instead of sending them. */
export function TestInbox() {
  const list = useInfiniteQuery(
    useApi().testMode.mails.infiniteQueryOptions(
      { limit: 20 },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
  );
  const mails = list.data?.pages.flatMap((page) => page.mails);
  return (
    <Section
      title={t`Test inbox`}
      about={t`E-mails of test mode, which nobody has received. Attachments are not kept.`}
    >
      {list.error && <Failed error={list.error} onRetry={list.refetch} />}
      {list.isPending && <Loading rows={4} />}
      {mails?.length === 0 && (
        <Empty icon={IconInbox} title={t`No e-mails yet`}>
          <Trans>E-mail a test certificate to see it here.</Trans>
        </Empty>
      )}
      {mails && mails.length > 0 && (
        <Accordion variant="separated" chevronPosition="left">
          {mails.map((mail) => (
            <ListedMail key={mail.id} mail={mail} />
          ))}
        </Accordion>
      )}
      <LoadMore {...list} />
    </Section>
  );
}

function ListedMail({ mail }: { mail: Mail }) {
  const { id, subject, to, createdAt, html, text } = mail;
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{subject}</Text>
          <Text size="sm" c="dimmed">
            <bdi>{to}</bdi> · {formatDateTime(createdAt)}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack>
          {html === null ? <Code block>{text}</Code> : <FramedMail html={html} />}
          <SendToMe id={id} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

/** Sends a kept e-mail to the person who looks at it, so that they see it in their mail program. */
function SendToMe({ id }: { id: string }) {
  const { user } = useSession();
  const send = useMutation(
    useApi().testMode.sendMail.mutationOptions({
      onSuccess: ({ sentTo }) => notifyDone(t`Test e-mail to ${sentTo} queued.`),
      onError: notifyError,
    }),
  );
  return (
    <Group>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate({ id })} title={user.email}>
        <Trans>Send it to me</Trans>
      </Button>
    </Group>
  );
}
