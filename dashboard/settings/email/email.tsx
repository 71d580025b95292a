import { t } from '@lingui/core/macro';
import { Grid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Failed, Loading } from '../../components/states.tsx';
import { PlaceholderField } from '../../email/placeholder-field.tsx';
import { useApi } from '../../lib/api.tsx';
import { fieldErrors, notifyDone } from '../../lib/errors/errors.ts';
import { type Outputs, useMembership } from '../../lib/session.ts';
import { changedFields } from '../shared/changed-fields.ts';
import { Section } from '../shared/section.tsx';
import { UnsavedBar } from '../shared/unsaved.tsx';
import { DomainSignature } from './domain-signature.tsx';
import { FIELDS, type MailTexts, textsOf } from './fields.ts';
import { MailServer } from './mail-server.tsx';
import { MailboxState } from './mailbox-state.tsx';
import { MailPreview } from './preview.tsx';

/** Edits the texts of the e-mails to recipients, with a live preview. */
export function EmailSettings() {
  const { data, error, refetch } = useQuery(useApi().organisation.get.queryOptions());
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={6} />;
  return <EmailForm organisation={data} />;
}

function EmailForm({ organisation }: { organisation: Outputs['organisation']['get'] }) {
  const { form, save, isSaving } = useMailTexts(organisation);
  const { may } = useMembership();
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Section
          title={t`E-mail text`}
          about={t`The e-mail that delivers a certificate. Fields that you leave empty use Laurel’s text in the certificate’s language.`}
        >
          <form onSubmit={save} noValidate>
            <Stack>
              <TextInput
                label={t`Sender’s name`}
                description={t`Shown instead of the e-mail address. Leave empty to use the organisation’s name.`}
                maxLength={100}
                {...form.getInputProps('emailSenderName')}
              />
              <TextInput
                label={t`Reply-to address`}
                description={t`Replies to your e-mails go to this address. Leave empty if nobody reads them.`}
                type="email"
                maxLength={254}
                {...form.getInputProps('replyTo')}
              />
              <TextInput
                label={t`Sender’s address`}
                description={t`E-mails come from this address once it’s confirmed. Leave empty to use Laurel’s address.`}
                type="email"
                maxLength={254}
                {...form.getInputProps('senderAddress')}
              />
              <MailboxState purpose="SENDER" />
              <TextInput
                label={t`BCC address`}
                description={t`Gets a copy of each e-mail to a recipient, once the address is confirmed.`}
                type="email"
                maxLength={254}
                {...form.getInputProps('emailBcc')}
              />
              <MailboxState purpose="BCC" />
              <PlaceholderField
                label={t`Subject`}
                insertLabel={t`Insert into subject:`}
                description={t`Leave empty to use “Your certificate: ${{ variable: '{{templateName}}' }}”.`}
                maxLength={200}
                {...form.getInputProps('emailSubject')}
                value={form.values.emailSubject}
              />
              <PlaceholderField
                label={t`Introduction`}
                insertLabel={t`Insert into introduction:`}
                description={t`Leave empty to use Laurel’s greeting.`}
                maxLength={5000}
                isLong
                {...form.getInputProps('emailIntroMessage')}
                value={form.values.emailIntroMessage}
              />
              <PlaceholderField
                label={t`Signature`}
                description={t`Shown below the button in every e-mail.`}
                maxLength={2000}
                isLong
                {...form.getInputProps('emailSignature')}
                value={form.values.emailSignature}
              />
              <PlaceholderField
                label={t`Subject of reminders`}
                insertLabel={t`Insert into subject of reminders:`}
                description={t`For certificates that expire soon. Leave empty to use Laurel’s text.`}
                maxLength={200}
                {...form.getInputProps('reminderSubject')}
                value={form.values.reminderSubject}
              />
              <PlaceholderField
                label={t`Introduction of reminders`}
                insertLabel={t`Insert into introduction of reminders:`}
                description={t`Shown above the certificates with their last valid days. Leave empty to use Laurel’s text.`}
                maxLength={5000}
                isLong
                {...form.getInputProps('reminderMessage')}
                value={form.values.reminderMessage}
              />
              <UnsavedBar isDirty={form.isDirty()} isSaving={isSaving} onDiscard={form.reset} />
            </Stack>
          </form>
        </Section>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <MailPreview
          texts={form.values}
          organisationName={organisation.organizationName}
          onRefused={(error) => form.setErrors(fieldErrors(error, FIELDS))}
        />
      </Grid.Col>
      {may('mail-server:manage') && (
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <MailServer />
        </Grid.Col>
      )}
      {may('mail-server:manage') && (
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <DomainSignature />
        </Grid.Col>
      )}
    </Grid>
  );
}

function useMailTexts(organisation: Outputs['organisation']['get']) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm<MailTexts>({ initialValues: textsOf(organisation) });
  const update = useMutation(
    api.organisation.update.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(api.organisation.get.queryKey(), answer);
        void queryClient.invalidateQueries(api.organisation.mailboxes.queryFilter());
        void queryClient.invalidateQueries(api.mailServer.get.queryFilter());
        void queryClient.invalidateQueries(api.dkim.get.queryFilter());
        notifyDone(t`E-mail texts saved. The next e-mail uses them.`);
      },
      onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
    }),
  );
  const save = form.onSubmit((values) =>
    update.mutate(changedFields(form), {
      onSuccess: (answer) => {
        form.setInitialValues(textsOf(answer));
        // Texts that were typed during the request are unsaved.
        form.resetDirty(values);
      },
    }),
  );
  return { form, save, isSaving: update.isPending };
}
