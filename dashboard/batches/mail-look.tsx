import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Failed, Loading } from '../components/states.tsx';
import { ShownMail } from '../email/shown-mail.tsx';
import type { Template } from '../issuing/recipients.ts';
import { useApi } from '../lib/api.tsx';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';
import { useSession } from '../lib/session.ts';
import { useRowPicture } from './first-certificates.tsx';
import type { Row } from './rows/rows.ts';

/** Shows the e-mail to a row's recipient as it will arrive, and sends a test of it. */
export function MailLook({ template, row }: { template: Template; row: Row }) {
  const api = useApi();
  const { user } = useSession();
  const { variables, recipientEmail, language } = row.recipient;
  const input = { templateId: template.id, variables, ...(language && { language }) };
  const { data, error, refetch } = useQuery(api.batches.previewEmail.queryOptions(input));
  const picture = useRowPicture(template, row).data?.image;
  const send = useMutation(
    api.batches.sendTestEmail.mutationOptions({
      onSuccess: ({ sentTo }) => notifyDone(t`Test sent to ${{ address: sentTo }}.`),
      onError: notifyError,
    }),
  );
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={6} />;
  const html = data.picture && picture ? data.html.replaceAll(data.picture, picture) : data.html;
  return (
    <Stack gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {data.hasAttachment
          ? t`To ${{ address: recipientEmail ?? '' }}, with the PDF attached.`
          : t`To ${{ address: recipientEmail ?? '' }}, with a link to the certificate.`}
      </Text>
      <ShownMail subject={data.subject} html={html} sender={data.sender} />
      <Group>
        <Button
          variant="default"
          loading={send.isPending}
          onClick={() => send.mutate(input)}
          title={t`To ${{ address: user.email }}, without the PDF`}
        >
          <Trans>Send me a test</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
