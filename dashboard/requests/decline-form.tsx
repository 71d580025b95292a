import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../lib/errors/errors.ts';
import type { Request } from './types.ts';
import { useDecide } from './use-decide.ts';

interface DeclineFormProps {
  request: Request;
  onDone: () => void;
  onShown: () => void;
}

/** Form for the answer of a declined request. */
export function DeclineForm({ request: { id }, onDone, onShown }: DeclineFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { answer: '' },
    validate: {
      answer: (answer) => (answer.trim() === '' ? t`Enter an answer. The recipient gets it by e-mail.` : null),
    },
  });
  const { decline } = useDecide({
    onDone,
    onShown,
    onError: (error) => form.setErrors(fieldErrors(error, ['answer'])),
  });
  return (
    <form onSubmit={form.onSubmit(({ answer }) => decline.mutate({ id, answer }))} noValidate>
      <Stack>
        <Text size="sm">
          <Trans>The certificate stays as it is.</Trans>
        </Text>
        <Textarea
          label={t`Answer`}
          description={t`The recipient gets it by e-mail.`}
          required
          maxLength={500}
          autosize
          minRows={3}
          data-autofocus
          key={form.key('answer')}
          {...form.getInputProps('answer')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={decline.isPending}>
            <Trans>Decline</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
