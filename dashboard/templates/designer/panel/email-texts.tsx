import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Grid, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Failed, Loading } from '../../../components/states.tsx';
import { PlaceholderField } from '../../../email/placeholder-field.tsx';
import { ShownMail } from '../../../email/shown-mail.tsx';
import { useApi } from '../../../lib/api.tsx';
import { codeOf, detailsOf, notifyDone, notifyError } from '../../../lib/errors/errors.ts';
import { faultText } from '../../../lib/errors/refusal.ts';
import { useSession } from '../../../lib/session.ts';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { UNTITLED } from '../model/new-design.ts';

const FIELDS = [
  { name: 'subject', label: t`Subject`, maxLength: 200, insertLabel: t`Insert into subject:`, isLong: false },
  { name: 'intro', label: t`Introduction`, maxLength: 5000, insertLabel: t`Insert into introduction:`, isLong: true },
  { name: 'signature', label: t`Signature`, maxLength: 2000, isLong: true },
] as const;

/** Edits the texts of a template's e-mail, with a live preview. They are published with the template. */
export function EmailTexts({ onDone }: { onDone: () => void }) {
  const { draft, edit } = useEditor();
  const { email = {} } = draft;
  const input = { template: { name: draft.name.trim() || UNTITLED, email } };
  const preview = useMailPreview(input);
  const change = (name: (typeof FIELDS)[number]['name'], value: string) => {
    const { [name]: _, ...others } = email;
    const changed = { ...others, ...(value.trim() !== '' && { [name]: value }) };
    edit(changeDesign({ email: Object.keys(changed).length > 0 ? changed : undefined }), `email ${name}`);
  };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack>
          <Text size="sm">
            <Trans>Fields that you leave empty use the organisation’s text.</Trans>
          </Text>
          {FIELDS.map(({ name, ...field }) => (
            <PlaceholderField
              key={name}
              {...field}
              description={name === 'signature' ? t`Shown below the button.` : ''}
              value={email[name] ?? ''}
              error={preview.errors[`template.email.${name}`]}
              onChange={(value) => change(name, value)}
            />
          ))}
          <Group>
            <Button onClick={onDone}>
              <Trans>Done</Trans>
            </Button>
            <SendTest input={input} />
          </Group>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        {preview.failure && <Failed error={preview.failure} onRetry={preview.retry} />}
        {preview.isLoading && <Loading rows={6} />}
        {preview.data && <ShownMail {...preview.data} sender={preview.sender} />}
      </Grid.Col>
    </Grid>
  );
}

type Input = Parameters<ReturnType<typeof useApi>['organisation']['previewEmail']['queryOptions']>[0];

function useMailPreview(input: Input) {
  const [settled] = useDebouncedValue(input, 400);
  const { organisation } = useApi();
  const { data: settings } = useQuery(organisation.get.queryOptions());
  const { data, error, isLoading, refetch } = useQuery(
    organisation.previewEmail.queryOptions(settled, { placeholderData: (previous) => previous }),
  );
  const isRefused = codeOf(error) === 'VALIDATION_ERROR';
  return {
    ...{ data, isLoading, retry: refetch, failure: isRefused ? null : error },
    sender: settings?.emailSenderName ?? settings?.organizationName ?? 'Laurel',
    errors: Object.fromEntries(detailsOf(error).map((detail) => [detail.path, faultText(detail)])),
  };
}

function SendTest({ input }: { input: Exclude<Input, symbol | undefined> }) {
  const { user } = useSession();
  const send = useMutation(
    useApi().organisation.sendTestEmail.mutationOptions({
      onSuccess: ({ sentTo }) => notifyDone(t`Test e-mail sent to ${sentTo}.`),
      onError: notifyError,
    }),
  );
  return (
    <Button variant="default" loading={send.isPending} onClick={() => send.mutate(input)} title={user.email}>
      <Trans>Send me a test</Trans>
    </Button>
  );
}
