import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Failed, Loading } from '../components/states.tsx';
import { type Field, type Template, variableFields } from '../issuing/recipients.ts';
import { VariableInput } from '../issuing/variable-input.tsx';
import { useApi, useApiClient } from '../lib/api.tsx';
import { useAttempt } from '../lib/attempt.ts';
import { fieldErrors, notifyDone } from '../lib/errors/errors.ts';
import { type Outputs, useMembership } from '../lib/session.ts';
import { notifyWithAction } from '../lib/toasts/notify-with-action.tsx';
import { PictureInput, useIsUploading } from '../pictures/picture-input.tsx';

type Certificate = Outputs['certificates']['get'];

interface RenewProps {
  certificate: Certificate;
}

/** Issues a new certificate that renews this one. */
export function Renew({ certificate }: RenewProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={open}>
        <Trans>Renew</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`Renew the certificate`} size="lg">
        <Loaded certificate={certificate} onDone={close} />
      </Modal>
    </>
  );
}

function Loaded({ certificate, onDone }: RenewProps & { onDone: () => void }) {
  const id = certificate.template?.id ?? '';
  const { data, error, refetch } = useQuery(useApi().templates.get.queryOptions({ id }));
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={3} />;
  return <RenewForm certificate={certificate} template={data} onDone={onDone} />;
}

/** Texts of the form by the path of their field in the API's errors. */
type Texts = Readonly<Record<string, string>>;

function RenewForm({ certificate, template, onDone }: RenewProps & { template: Template; onDone: () => void }) {
  const fields = variableFields(template);
  const [texts, setTexts] = useState<Texts>({
    ...Object.fromEntries(fields.map(({ key, name }) => [key, certificate.variables[name] ?? ''])),
    ...{ recipientEmail: certificate.recipientEmail ?? '', awardedOn: '', expiresAt: '' },
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isUploading = useIsUploading();
  const [sendEmail, setSendEmail] = useState(certificate.recipientEmail !== null);
  const { renew, isPending } = useRenew(onDone, (error) => setErrors(fieldErrors(error, Object.keys(texts))));
  const propsOf = (key: string) => ({
    value: texts[key] ?? '',
    error: errors[key],
    onChange: (value: string) => setTexts((before) => ({ ...before, [key]: value })),
  });
  const typed = (key: string) => ({
    ...propsOf(key),
    onChange: (event: { currentTarget: { value: string } }) => propsOf(key).onChange(event.currentTarget.value),
  });
  const hasEmail = texts.recipientEmail?.trim() !== '';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const missing = missingIn(certificate, texts);
        setErrors(missing);
        if (Object.keys(missing).length > 0) return;
        renew({ id: certificate.id, ...inputOf(fields, texts), sendEmail: sendEmail && hasEmail });
      }}
    >
      <Stack>
        <Text size="sm">
          <Trans>
            This issues a new certificate for 1 credit, with today’s version of the template. The page of this
            certificate leads to the new one.
          </Trans>
        </Text>
        {fields.map(({ key, label, variable }) =>
          variable?.type === 'picture' ? (
            <PictureInput key={key} label={label} {...propsOf(key)} />
          ) : (
            <VariableInput key={key} variable={variable} label={label} isMultiline {...propsOf(key)} />
          ),
        )}
        <TextInput label={t`Award date`} description={t`Today if empty.`} type="date" {...typed('awardedOn')} />
        <TextInput
          label={t`Last valid day`}
          description={t`The template decides if empty.`}
          type="date"
          {...typed('expiresAt')}
        />
        <TextInput label={t`Recipient’s e-mail address`} type="email" autoComplete="off" {...typed('recipientEmail')} />
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
            <Trans>Renew</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns an error for a cleared address, which the new certificate would still get from the former one. */
const missingIn = ({ recipientEmail }: Certificate, texts: Texts): Record<string, string> =>
  recipientEmail !== null && texts.recipientEmail?.trim() === ''
    ? { recipientEmail: t`Enter another address. It can’t be removed.` }
    : {};

/** Returns the input of the API. Empty optional fields are omitted, so that the certificate and the template decide. */
function inputOf(fields: readonly Field[], texts: Texts) {
  const others = ['recipientEmail', 'awardedOn', 'expiresAt'].flatMap((key) => {
    const text = texts[key]?.trim();
    return text ? [[key, text]] : [];
  });
  return {
    variables: Object.fromEntries(fields.map(({ key, name }) => [name, texts[key] ?? ''])),
    ...(Object.fromEntries(others) as { recipientEmail?: string; awardedOn?: string; expiresAt?: string }),
  };
}

/** Renews once per form, regardless of retries, and opens the new certificate, or offers to if the form was closed. */
function useRenew(onDone: () => void, onError: (error: unknown) => void) {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const attempt = useAttempt();
  const navigate = useNavigate();
  const { id: organisationId } = useMembership();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  type Input = Parameters<typeof client.certificates.renew.mutate>[0];
  const { mutate: renew, isPending } = useMutation({
    mutationFn: (input: Input) => client.certificates.renew.mutate(input, attempt.optionsFor(input)),
    onSuccess: async ({ id }) => {
      attempt.succeeded();
      const view = () => navigate({ to: '/o/$organisationId/certificates/$id', params: { organisationId, id } });
      if (isOpen.current) {
        onDone();
        await view();
        notifyDone(t`Certificate renewed. This is the new one; its files follow.`);
      } else {
        notifyWithAction(t`Certificate renewed.`, t`View the new certificate`, () => void view());
      }
      await queryClient.invalidateQueries(api.certificates.pathFilter());
    },
    onError,
  });
  return { renew, isPending };
}
