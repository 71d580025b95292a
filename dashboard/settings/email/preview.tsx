import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Failed, Loading } from '../../components/states.tsx';
import { ShownMail } from '../../email/shown-mail.tsx';
import { useApi } from '../../lib/api.tsx';
import { codeOf, notifyDone } from '../../lib/errors/errors.ts';
import { useSession } from '../../lib/session.ts';
import { Section } from '../shared/section.tsx';
import type { MailTexts } from './fields.ts';

type Kind = 'certificate' | 'reminder';

interface MailPreviewProps {
  /** Texts as in the form, saved or not. */
  texts: MailTexts;
  organisationName: string | null;
  /** Called if the server refuses the texts. The error names them. */
  onRefused: (error: unknown) => void;
}

/** Live preview of the e-mail, which the user can also send to themselves. */
export function MailPreview({ texts, organisationName, onRefused }: MailPreviewProps) {
  const [kind, setKind] = useState<Kind>('certificate');
  const { data, error, refetch } = usePreview(texts, kind, onRefused);
  const isRefused = codeOf(error) === 'VALIDATION_ERROR';
  return (
    <Section
      title={t`Preview`}
      about={t`With a sample recipient and template.`}
      action={<SendTest texts={texts} onRefused={onRefused} />}
    >
      <SegmentedControl
        aria-label={t`E-mail to preview`}
        data={[
          { value: 'certificate', label: t`Certificate` },
          { value: 'reminder', label: t`Reminder` },
        ]}
        value={kind}
        onChange={setKind}
        mb="sm"
      />
      {error && !isRefused && <Failed error={error} onRetry={refetch} />}
      {isRefused && (
        <Text size="sm" role="status">
          <Trans>The preview updates once you fix the field marked in red.</Trans>
        </Text>
      )}
      {!data && !error && <Loading rows={6} />}
      {data && <ShownMail {...data} sender={texts.emailSenderName || organisationName || 'Laurel'} />}
    </Section>
  );
}

function usePreview(texts: MailTexts, kind: Kind, onRefused: (error: unknown) => void) {
  const [settled] = useDebouncedValue(texts, 400);
  const { organisation } = useApi();
  const certificate = useQuery(organisation.previewEmail.queryOptions(settled, { enabled: kind === 'certificate' }));
  const reminder = useQuery(organisation.previewReminder.queryOptions(settled, { enabled: kind === 'reminder' }));
  const { data, error, refetch } = kind === 'certificate' ? certificate : reminder;
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    if (codeOf(error) === 'VALIDATION_ERROR') refuse(error);
  }, [error]);
  // Shows the previous preview while the next one loads or if it fails.
  const [last, setLast] = useState({ kind, data });
  if (data && data !== last.data) setLast({ kind, data });
  return { data: data ?? (last.kind === kind ? last.data : undefined), error, refetch };
}

function SendTest({ texts, onRefused }: Pick<MailPreviewProps, 'texts' | 'onRefused'>) {
  const { user } = useSession();
  const send = useMutation(
    useApi().organisation.sendTestEmail.mutationOptions({
      onSuccess: ({ sentTo }) => notifyDone(t`Test e-mail to ${sentTo} queued.`),
      onError: onRefused,
    }),
  );
  return (
    <Group>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate(texts)} title={user.email}>
        <Trans>Send me a test</Trans>
      </Button>
    </Group>
  );
}
