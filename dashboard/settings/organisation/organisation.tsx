import { t } from '@lingui/core/macro';
import { ColorInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { fieldErrors, notifyDone } from '../../lib/errors/errors.ts';
import { type Outputs, useMembership, useSession } from '../../lib/session.ts';
import { changedFields } from '../shared/changed-fields.ts';
import { Section } from '../shared/section.tsx';
import { UnsavedBar } from '../shared/unsaved.tsx';
import { Logo } from './logo.tsx';
import { NumberSeries } from './number-series.tsx';

type Organisation = Outputs['organisation']['get'];
const FIELDS = ['organizationName', 'websiteUrl', 'brandColor', 'timeZone'] as const;
const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];

/** Edits the organisation's name and branding. */
export function OrganisationSettings() {
  const { data, error, refetch } = useQuery(useApi().organisation.get.queryOptions());
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={4} />;
  return (
    <Stack gap="xl" maw={640}>
      <Branding organisation={data} />
      <Logo logoUrl={data.logoUrl} />
      <NumberSeries />
    </Stack>
  );
}

function Branding({ organisation }: { organisation: Organisation }) {
  const { may } = useMembership();
  const readOnly = !may('organisation:write');
  const { form, save, isSaving } = useBranding(organisation);
  return (
    <Section
      title={t`Name, colour and time zone`}
      about={
        readOnly
          ? t`An owner or admin of the organisation can change this.`
          : t`Shown in every e-mail and on verification pages.`
      }
    >
      <form onSubmit={save} noValidate>
        <Stack>
          <TextInput
            label={t`Name`}
            maxLength={200}
            autoComplete="organization"
            readOnly={readOnly}
            {...form.getInputProps('organizationName')}
          />
          <TextInput
            label={t`Website`}
            type="url"
            placeholder="https://"
            autoComplete="url"
            readOnly={readOnly}
            {...form.getInputProps('websiteUrl')}
          />
          <ColorInput
            label={t`Brand colour`}
            description={t`Used for buttons in e-mails. Leave empty for Laurel’s green.`}
            readOnly={readOnly}
            withEyeDropper={!readOnly}
            eyeDropperButtonProps={{ 'aria-label': t`Pick a colour from the screen` }}
            {...form.getInputProps('brandColor')}
          />
          <Select
            label={t`Time zone`}
            description={t`Decides which day it is when you issue a certificate, and when a last valid day ends.`}
            data={TIME_ZONES.includes(organisation.timeZone) ? TIME_ZONES : [organisation.timeZone, ...TIME_ZONES]}
            searchable
            allowDeselect={false}
            readOnly={readOnly}
            {...form.getInputProps('timeZone')}
          />
          {!readOnly && <UnsavedBar isDirty={form.isDirty()} isSaving={isSaving} onDiscard={form.reset} />}
        </Stack>
      </form>
    </Section>
  );
}

function useBranding({ organizationName, websiteUrl, brandColor, timeZone }: Organisation) {
  const api = useApi();
  const { refresh } = useSession();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      organizationName: organizationName ?? '',
      websiteUrl: websiteUrl ?? '',
      brandColor: brandColor ?? '',
      timeZone,
    },
  });
  const update = useMutation(
    api.organisation.update.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(api.organisation.get.queryKey(), answer);
        notifyDone(t`Saved.`);
        void refresh();
      },
      onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
    }),
  );
  const save = form.onSubmit((values) =>
    update.mutate(changedFields(form), {
      onSuccess: () => {
        form.setInitialValues(values);
        // Texts that were typed during the request are unsaved.
        form.resetDirty(values);
      },
    }),
  );
  return { form, save, isSaving: update.isPending };
}
