import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatNumber } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { fieldErrors } from '../lib/errors/errors.ts';
import { Section } from '../settings/shared/section.tsx';

/** Sets the credits of test mode, so that a refusal without credits can be tried. */
export function TestCredits() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data } = useQuery(api.credits.get.queryOptions());
  const form = useForm({
    initialValues: { balance: '' as number | '' },
    validate: { balance: (balance) => (balance === '' ? t`Enter a number` : null) },
  });
  const set = useMutation(
    api.testMode.setCredits.mutationOptions({
      onSuccess: async () => {
        form.reset();
        await queryClient.invalidateQueries(api.credits.pathFilter());
      },
      onError: (error) => form.setErrors(fieldErrors(error, ['balance'])),
    }),
  );
  return (
    <Section
      title={t`Credits`}
      about={data ? t`The balance is ${formatNumber(data.balance)}. Live credits don’t change.` : ' '}
    >
      <form onSubmit={form.onSubmit(({ balance }) => set.mutate({ balance: Number(balance) }))} noValidate>
        <Group align="flex-end">
          <NumberInput
            label={t`New balance`}
            min={0}
            max={1_000_000_000}
            allowDecimal={false}
            {...form.getInputProps('balance')}
          />
          <Button type="submit" loading={set.isPending}>
            <Trans>Set the balance</Trans>
          </Button>
        </Group>
      </form>
    </Section>
  );
}
