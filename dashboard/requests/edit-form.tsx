import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failed, Loading } from '../components/states.tsx';
import { VariableInput } from '../issuing/variable-input.tsx';
import { useApi } from '../lib/api.tsx';
import { fieldErrors } from '../lib/errors/errors.ts';
import type { Outputs } from '../lib/session.ts';
import type { Request } from './types.ts';
import { useDecide } from './use-decide.ts';

type Value = Outputs['certificates']['values'][number];

interface EditFormProps {
  request: Request;
  /** Faults of the proposed values by path; empty if the member edits them first. */
  refused: Record<string, string>;
  onDone: () => void;
  onShown: () => void;
}

/** Accepts a request with other values than the proposed ones. */
export function EditForm(props: EditFormProps) {
  const { id } = props.request.certificate;
  const { data, error, refetch } = useQuery(useApi().certificates.values.queryOptions({ id }));
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={3} />;
  return <Fields {...props} values={data.filter(({ type }) => type !== 'picture')} />;
}

const pathOf = (name: string) => `variables.${name}`;

const presentOf = ({ value }: Value) => (value ? t`Now: ${value}` : t`Now: (empty)`);

function Fields({ request, refused, values, onDone, onShown }: EditFormProps & { values: Value[] }) {
  const fields = [...values.map(({ name }) => pathOf(name)), 'answer'];
  const proposed = new Map(request.variables.map((one) => [one.name, one.proposed]));
  // Values when the form opened. A correction by somebody else after that is not a change of this form.
  const [initial] = useState(() => new Map(values.map(({ name, value }) => [name, value ?? ''])));
  const [texts, setTexts] = useState(
    () => new Map([...initial].map(([name, value]) => [name, proposed.get(name) ?? value])),
  );
  const [answer, setAnswer] = useState('');
  const [errors, setErrors] = useState(refused);
  const { accept } = useDecide({ onDone, onShown, onError: (error) => setErrors(fieldErrors(error, fields)) });
  const submit = () => {
    setErrors({});
    const variables = Object.fromEntries([...texts].filter(([name, text]) => text !== initial.get(name)));
    accept.mutate({ id: request.id, variables, ...(answer.trim() !== '' && { answer }) });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Text size="sm">
          <Trans>
            The certificate gets a new verification code and new files, without a credit. The recipient gets an e-mail.
          </Trans>
        </Text>
        {values.map((variable) => (
          <VariableInput
            key={variable.name}
            variable={variable}
            isMultiline
            label={variable.label}
            description={proposed.has(variable.name) ? presentOf(variable) : undefined}
            value={texts.get(variable.name) ?? ''}
            error={errors[pathOf(variable.name)]}
            onChange={(value) => setTexts((before) => new Map(before).set(variable.name, value))}
          />
        ))}
        <Textarea
          label={t`Answer (optional)`}
          description={t`The recipient gets it by e-mail.`}
          maxLength={500}
          autosize
          minRows={2}
          value={answer}
          error={errors.answer}
          onChange={({ currentTarget: { value } }) => setAnswer(value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={accept.isPending}>
            <Trans>Correct</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
