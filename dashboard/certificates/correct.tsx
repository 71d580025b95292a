import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failed, Loading } from '../components/states.tsx';
import { VariableInput } from '../issuing/variable-input.tsx';
import { useApi, useApiClient } from '../lib/api.tsx';
import { useAttempt } from '../lib/attempt.ts';
import { fieldErrors } from '../lib/errors/errors.ts';
import type { Outputs } from '../lib/session.ts';
import { PictureInput, useIsUploading } from '../pictures/picture-input.tsx';
import { useRefresh } from './use-refresh.ts';

type Certificate = Outputs['certificates']['get'];
type Value = Outputs['certificates']['values'][number];

interface CorrectProps {
  certificate: Certificate;
}

/** Corrects the values of a certificate. */
export function Correct({ certificate }: CorrectProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={open}>
        <Trans>Correct</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`Correct the certificate`} size="lg">
        <Loaded certificate={certificate} onDone={close} />
      </Modal>
    </>
  );
}

function Loaded({ certificate, onDone }: CorrectProps & { onDone: () => void }) {
  const { data, error, refetch } = useQuery(useApi().certificates.values.queryOptions({ id: certificate.id }));
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={3} />;
  return <CorrectForm certificate={certificate} values={data} onDone={onDone} />;
}

/** Texts of the form by the path of their field in the API's errors. */
type Texts = Readonly<Record<string, string>>;

function CorrectForm({ certificate, values, onDone }: CorrectProps & { values: Value[]; onDone: () => void }) {
  // Values when the form opened. A correction by somebody else after that is not a change of this form.
  const [initial] = useState<Texts>(() => ({
    ...Object.fromEntries(values.map(({ name, value }) => [`variables.${name}`, value ?? ''])),
    ...{ recipientEmail: certificate.recipientEmail ?? '', awardedOn: certificate.awardedOn, reason: '' },
  }));
  const [texts, setTexts] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isUploading = useIsUploading();
  const [isCurrent, setIsCurrent] = useState(false);
  const [sendEmail, setSendEmail] = useState(false);
  const { correct, isPending } = useCorrect(onDone, (error) => setErrors(fieldErrors(error, Object.keys(texts))));
  const propsOf = (key: string) => ({
    value: texts[key] ?? '',
    error: errors[key],
    onChange: (value: string) => setTexts((before) => ({ ...before, [key]: value })),
  });
  const typed = (key: string) => ({
    ...propsOf(key),
    onChange: (event: { currentTarget: { value: string } }) => propsOf(key).onChange(event.currentTarget.value),
  });
  const submit = () => {
    const missing = missingIn(initial, texts);
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    const templateVersion = isCurrent ? 'current' : 'issued';
    correct({ id: certificate.id, ...changesIn(initial, texts), templateVersion, sendEmail });
  };
  const hasEmail = texts.recipientEmail?.trim() !== '';
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
            The certificate gets a new verification code and new files, without a credit. Links and files of the former
            version lead to it.
          </Trans>
        </Text>
        {values.map(({ value: _, ...variable }) => {
          const common = { label: variable.label, ...propsOf(`variables.${variable.name}`) };
          return variable.type === 'picture' ? (
            <PictureInput key={variable.name} {...common} />
          ) : (
            <VariableInput key={variable.name} variable={variable} isMultiline {...common} />
          );
        })}
        <TextInput label={t`Award date`} type="date" {...typed('awardedOn')} />
        <TextInput label={t`Recipient’s e-mail address`} type="email" autoComplete="off" {...typed('recipientEmail')} />
        <Textarea
          label={t`Reason`}
          description={t`Only members of the organisation can read it.`}
          maxLength={500}
          autosize
          minRows={2}
          {...typed('reason')}
        />
        <Switch
          label={t`Use the current version of the template`}
          description={t`Otherwise the certificate keeps the design it was issued with.`}
          checked={isCurrent}
          onChange={(event) => setIsCurrent(event.currentTarget.checked)}
        />
        <Switch
          label={t`Send it by e-mail`}
          description={hasEmail ? undefined : t`Enter an e-mail address first.`}
          disabled={!hasEmail}
          checked={sendEmail && hasEmail}
          onChange={(event) => setSendEmail(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isPending} disabled={isUploading}>
            <Trans>Correct</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns the fields that need a text, with what to do. Values can be replaced, and variables can be empty. */
function missingIn(initial: Texts, texts: Texts): Record<string, string> {
  const isCleared = (key: string) => texts[key]?.trim() === '' && initial[key] !== '';
  return {
    ...(isCleared('awardedOn') && { awardedOn: t`Enter a date, such as 2026-11-20.` }),
    ...(isCleared('recipientEmail') && { recipientEmail: t`Enter another address. It can’t be removed.` }),
    ...(texts.reason?.trim() === '' && { reason: t`Enter a reason. Only members can read it.` }),
  };
}

/** Returns the input of the API for the texts that differ from the certificate's. */
function changesIn(initial: Texts, texts: Texts) {
  const changed = Object.entries(texts).filter(([key, text]) => text.trim() !== initial[key]);
  const variables = changed.flatMap(([key, text]) =>
    key.startsWith('variables.') ? [[key.slice('variables.'.length), text]] : [],
  );
  const others = changed.flatMap(([key, text]) =>
    ['recipientEmail', 'awardedOn'].includes(key) && text.trim() !== '' ? [[key, text.trim()]] : [],
  );
  return {
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) as Record<string, string> }),
    ...(Object.fromEntries(others) as { recipientEmail?: string; awardedOn?: string }),
    reason: texts.reason?.trim() ?? '',
  };
}

/** Corrects once per form, regardless of retries. */
function useCorrect(onDone: () => void, onError: (error: unknown) => void) {
  const client = useApiClient();
  const attempt = useAttempt();
  const refresh = useRefresh(t`Certificate corrected. Its files follow.`);
  type Input = Parameters<typeof client.certificates.correct.mutate>[0];
  const { mutate: correct, isPending } = useMutation({
    mutationFn: (input: Input) => client.certificates.correct.mutate(input, attempt.optionsFor(input)),
    onSuccess: async () => {
      attempt.succeeded();
      onDone();
      await refresh.onSuccess();
    },
    onError,
  });
  return { correct, isPending };
}
