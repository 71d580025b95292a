import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { fieldErrors, notifyDone } from '../lib/errors/errors.ts';
import { Section } from '../settings/shared/section.tsx';

/** Moves the clock of test mode forward. */
export function TestClock() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data } = useQuery(api.testMode.clock.queryOptions());
  const form = useForm({
    initialValues: { now: '' },
    validate: { now: (now) => (now === '' ? t`Enter a date and time` : null) },
  });
  const set = useMutation(
    api.testMode.setClock.mutationOptions({
      onSuccess: async ({ now }) => {
        notifyDone(t`The clock of test mode shows ${formatDateTime(now)}.`);
        form.reset();
        await queryClient.invalidateQueries();
      },
      onError: (error) => form.setErrors(fieldErrors(error, ['now'])),
    }),
  );
  return (
    <Section
      title={t`Clock`}
      about={
        data ? t`It shows ${formatDateTime(data.now)}. Expiries and reminders until the new time happen at once.` : ' '
      }
    >
      <form onSubmit={form.onSubmit(({ now }) => set.mutate({ now: new Date(now).toISOString() }))} noValidate>
        <Group align="flex-end">
          <TextInput type="datetime-local" label={t`New time`} {...form.getInputProps('now')} />
          <Button type="submit" loading={set.isPending}>
            <Trans>Move the clock forward</Trans>
          </Button>
        </Group>
      </form>
    </Section>
  );
}
