import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { StackedTable } from '../../components/stacked-table.tsx';
import { Failed } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { fieldErrors, notifyDone } from '../../lib/errors/errors.ts';
import { useMembership } from '../../lib/session.ts';
import { Section } from '../shared/section.tsx';

const COLUMNS = [t`Name`, t`Pattern`, t`Next number`, t`Starts again`];
const FIELDS = ['name', 'pattern', 'start', 'reset'] as const;
const RESETS = [
  { value: 'yearly', label: t`Every year` },
  { value: 'never', label: t`Never` },
];

/** Lists the series of certificate numbers, and creates new ones. */
export function NumberSeries() {
  const { may } = useMembership();
  const { data, error, refetch } = useQuery(useApi().numberSeries.list.queryOptions());
  const [isOpen, { open, close }] = useDisclosure();
  const series = data?.numberSeries ?? [];
  return (
    <Section
      title={t`Certificate numbers`}
      about={t`A template can number its certificates in a series, without gaps. A series can’t be changed later.`}
      action={
        may('organisation:write') &&
        !isOpen && (
          <Button variant="default" onClick={open}>
            <Trans>Create a series</Trans>
          </Button>
        )
      }
    >
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {series.length > 0 && (
        <StackedTable
          label={t`Number series`}
          columns={COLUMNS}
          rows={series.map(({ id, name, pattern, next, reset }) => ({
            key: id,
            cells: [name, pattern, next, reset === 'yearly' ? t`Every year` : t`Never`],
          }))}
        />
      )}
      {isOpen && <SeriesForm onClose={close} />}
    </Section>
  );
}

function SeriesForm({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: '', pattern: '{YYYY}/{####}', start: 1, reset: 'yearly' as 'yearly' | 'never' },
    validate: { name: (name) => (name.trim() === '' ? t`Give the series a name` : null) },
  });
  const create = useMutation(
    api.numberSeries.create.mutationOptions({
      onSuccess: ({ name }) => {
        notifyDone(t`“${name}” created.`);
        onClose();
      },
      onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
      onSettled: () => queryClient.invalidateQueries(api.numberSeries.pathFilter()),
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack>
        <TextInput label={t`Name`} maxLength={100} data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label={t`Pattern`}
          description={t`${{ number: '{####}' }} is the number with at least four digits. ${{ year: '{YYYY}' }} and ${{ month: '{MM}' }} are the year and month of issue.`}
          maxLength={50}
          {...form.getInputProps('pattern')}
        />
        <Group grow align="flex-start">
          <NumberInput label={t`First number`} min={1} allowDecimal={false} {...form.getInputProps('start')} />
          <NativeSelect label={t`Starts again`} data={RESETS} {...form.getInputProps('reset')} />
        </Group>
        <Group>
          <Button type="submit" loading={create.isPending}>
            <Trans>Create</Trans>
          </Button>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
