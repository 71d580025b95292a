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

const COLUMNS = ['Name', 'Pattern', 'Next number', 'Starts again'];
const FIELDS = ['name', 'pattern', 'start', 'reset'] as const;
const RESETS = [
  { value: 'yearly', label: 'Every year' },
  { value: 'never', label: 'Never' },
];

/** Lists the series of certificate numbers, and creates new ones. */
export function NumberSeries() {
  const { may } = useMembership();
  const { data, error, refetch } = useQuery(useApi().numberSeries.list.queryOptions());
  const [isOpen, { open, close }] = useDisclosure();
  const series = data?.numberSeries ?? [];
  return (
    <Section
      title="Certificate numbers"
      about="A template can number its certificates in a series, without gaps. A series can’t be changed later."
      action={
        may('organisation:write') &&
        !isOpen && (
          <Button variant="default" onClick={open}>
            Create a series
          </Button>
        )
      }
    >
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {series.length > 0 && (
        <StackedTable
          label="Number series"
          columns={COLUMNS}
          rows={series.map(({ id, name, pattern, next, reset }) => ({
            key: id,
            cells: [name, pattern, next, reset === 'yearly' ? 'Every year' : 'Never'],
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
    validate: { name: (name) => (name.trim() === '' ? 'Give the series a name' : null) },
  });
  const create = useMutation(
    api.numberSeries.create.mutationOptions({
      onSuccess: ({ name }) => {
        notifyDone(`“${name}” created.`);
        onClose();
      },
      onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
      onSettled: () => queryClient.invalidateQueries(api.numberSeries.pathFilter()),
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack>
        <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label="Pattern"
          description="{####} is the number with at least four digits. {YYYY} and {MM} are the year and month of issue."
          maxLength={50}
          {...form.getInputProps('pattern')}
        />
        <Group grow align="flex-start">
          <NumberInput label="First number" min={1} allowDecimal={false} {...form.getInputProps('start')} />
          <NativeSelect label="Starts again" data={RESETS} {...form.getInputProps('reset')} />
        </Group>
        <Group>
          <Button type="submit" loading={create.isPending}>
            Create
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
