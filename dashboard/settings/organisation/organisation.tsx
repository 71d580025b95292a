import { ColorInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { fieldErrors, notifyDone } from '../../lib/errors/errors.ts';
import { type Outputs, useMembership, useSession } from '../../lib/session.ts';
import { Section } from '../shared/section.tsx';
import { UnsavedBar } from '../shared/unsaved.tsx';
import { Logo } from './logo.tsx';

type Organisation = Outputs['organisation']['get'];
const FIELDS = ['organizationName', 'websiteUrl', 'brandColor'] as const;

/** Edits the organisation's name and branding. */
export function OrganisationSettings() {
  const { data, error, refetch } = useQuery(useApi().organisation.get.queryOptions());
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={4} />;
  return (
    <Stack gap="xl" maw={640}>
      <Branding organisation={data} />
      <Logo logoUrl={data.logoUrl} />
    </Stack>
  );
}

function Branding({ organisation }: { organisation: Organisation }) {
  const { may } = useMembership();
  const readOnly = !may('organisation:write');
  const { form, save, isSaving } = useBranding(organisation);
  return (
    <Section
      title="Name and colour"
      about={
        readOnly
          ? 'An owner or admin of the organisation can change this.'
          : 'Shown in every e-mail and on verification pages.'
      }
    >
      <form onSubmit={save} noValidate>
        <Stack>
          <TextInput
            label="Name"
            maxLength={200}
            autoComplete="organization"
            readOnly={readOnly}
            {...form.getInputProps('organizationName')}
          />
          <TextInput
            label="Website"
            type="url"
            placeholder="https://"
            autoComplete="url"
            readOnly={readOnly}
            {...form.getInputProps('websiteUrl')}
          />
          <ColorInput
            label="Brand colour"
            description="Used for buttons in e-mails. Leave empty for Laurel’s green."
            readOnly={readOnly}
            withEyeDropper={!readOnly}
            eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
            {...form.getInputProps('brandColor')}
          />
          {!readOnly && <UnsavedBar isDirty={form.isDirty()} isSaving={isSaving} onDiscard={form.reset} />}
        </Stack>
      </form>
    </Section>
  );
}

function useBranding({ organizationName, websiteUrl, brandColor }: Organisation) {
  const api = useApi();
  const { refresh } = useSession();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      organizationName: organizationName ?? '',
      websiteUrl: websiteUrl ?? '',
      brandColor: brandColor ?? '',
    },
  });
  const update = useMutation(
    api.organisation.update.mutationOptions({
      onSuccess: (answer, values) => {
        queryClient.setQueryData(api.organisation.get.queryKey(), answer);
        form.setInitialValues({ ...form.getValues(), ...values });
        form.resetDirty();
        notifyDone('Saved.');
        void refresh();
      },
      onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
    }),
  );
  return { form, save: form.onSubmit((values) => update.mutate(values)), isSaving: update.isPending };
}
