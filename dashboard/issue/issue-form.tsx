import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Cost, useCost } from '../issuing/cost.tsx';
import { leftEmpty, missingValues } from '../issuing/empty-fields.ts';
import { LeftEmpty } from '../issuing/left-empty.tsx';
import {
  COMMON_FIELDS,
  type Field,
  type Template,
  toRecipient,
  type Values,
  variableFields,
} from '../issuing/recipients.ts';
import { useApi, useApiClient } from '../lib/api.tsx';
import { useAttempt } from '../lib/attempt.ts';
import { codeOf, fieldErrors, notifyError } from '../lib/errors/errors.ts';
import { faultText } from '../lib/errors/refusal.ts';
import { type Outputs, useMembership } from '../lib/session.ts';
import { notifyWithAction } from '../lib/toasts/notify-with-action.tsx';
import { useIsUploading } from '../pictures/picture-input.tsx';
import { TagsField } from '../tags/tags-field.tsx';
import { IssueFields } from './issue-fields.tsx';
import { Preview, usePreview } from './preview.tsx';

interface IssueFormProps {
  template: Template;
  /** Initial values by field key, instead of the variables' defaults. */
  initial?: Values;
  initialTags?: readonly string[];
  onChange: () => void;
  onIssued: (certificate: Outputs['certificates']['generate']) => void;
}

/** Form of a certificate, next to its preview. */
export function IssueForm({ template, initial, initialTags = [], onChange, onIssued }: IssueFormProps) {
  const variables = variableFields(template);
  const [values, setValues] = useState<Values>(() => initial ?? defaultsOf(variables));
  const [sendEmail, setSendEmail] = useState(false);
  const [tags, setTags] = useState<readonly string[]>(initialTags);
  const { isCovered } = useCost(1);
  const isUploading = useIsUploading();
  const recipient = toRecipient(variables, values);
  // The picture has samples until nothing required is missing. Then it shows the certificate as it will be.
  const samples = Object.keys(missingValues(variables, values)).length > 0 ? emptyFields(variables, values) : [];
  const preview = usePreview(template.id, { ...recipient, variables: omit(recipient.variables, samples) });
  const { issue, isPending, errors, refuse, forget, isUncertain } = useIssue(onIssued);
  const wanted = sendEmail && recipient.recipientEmail !== undefined;
  const form = useRef<HTMLFormElement>(null);
  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, because the button that led here is gone
  useEffect(() => focus('input'), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const keys = [...variables, ...COMMON_FIELDS].map((field) => field.key);
    const missing = missingValues(variables, values);
    if (Object.keys(missing).length > 0) refuse(missing);
    else await issue({ templateId: template.id, ...recipient, tags: [...tags], sendEmail: wanted }, keys);
    requestAnimationFrame(() => focus('[aria-invalid="true"]'));
  };
  const drawn = preview.problems.flatMap(({ variable, ...fault }) => {
    const key = `variables.${variable}`;
    return values[key] ? [[key, faultText(fault)]] : [];
  });
  const general = preview.problems.filter(({ variable }) => variable === null);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <Group justify="space-between">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {template.name}
            </Text>
            <Button variant="default" size="xs" onClick={onChange}>
              <Trans>Change the template</Trans>
            </Button>
          </Group>
          <IssueFields
            variables={variables}
            values={values}
            errors={{ ...Object.fromEntries(drawn), ...errors }}
            sendEmail={wanted}
            onSendEmail={setSendEmail}
            onChange={(key, value) => {
              setValues((before) => ({ ...before, [key]: value }));
              forget(key);
            }}
          />
          <TagsField
            label={t`Tags`}
            description={t`Optional. Only members of your organisation see them.`}
            value={tags}
            onChange={setTags}
          />
          {general.map((problem) => (
            <Alert key={problem.message} color="red">
              {faultText(problem)}
            </Alert>
          ))}
          {isUncertain && (
            <Alert color="yellow" role="alert">
              <Trans>The server didn’t respond. You can safely try again: the certificate is only issued once.</Trans>
            </Alert>
          )}
          <LeftEmpty fields={leftEmpty(variables, values)} />
          <Cost count={1} />
          <Group>
            <Button type="submit" loading={isPending} disabled={!isCovered || isUploading}>
              <Trans>Issue the certificate</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
      <div>
        <div style={{ position: 'sticky', top: 'calc(var(--app-shell-header-offset, 0rem) + 1rem)' }}>
          <Preview {...preview} samples={samples.map(({ label }) => label)} />
        </div>
      </div>
    </SimpleGrid>
  );
}

const defaultsOf = (variables: readonly Field[]): Record<string, string> =>
  Object.fromEntries(variables.flatMap(({ key, variable }) => (variable?.default ? [[key, variable.default]] : [])));

const emptyFields = (variables: readonly Field[], values: Values): Field[] =>
  variables.filter(({ key }) => !values[key]);

const omit = (variables: Readonly<Record<string, string>>, fields: readonly Field[]): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !fields.some((field) => field.name === name)));

type Input = Parameters<ReturnType<typeof useApiClient>['certificates']['generate']['mutate']>[0];

/** Issues once, regardless of repeated clicks, and keeps errors by field. Reports a certificate whose form was left. */
function useIssue(onIssued: IssueFormProps['onIssued']) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { id: organisationId } = useMembership();
  const isOnItsWay = useRef(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const client = useApiClient();
  const attempt = useAttempt();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (input: Input) => client.certificates.generate.mutate(input, attempt.optionsFor(input)),
    onSuccess: attempt.succeeded,
  });
  const issue = async (input: Input, fields: readonly string[]) => {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    setErrors({});
    try {
      const issued = await mutateAsync(input);
      const { id, recipientName } = issued;
      const view = () => navigate({ to: '/o/$organisationId/certificates/$id', params: { organisationId, id } });
      if (isOpen.current) onIssued(issued);
      else {
        const message = recipientName
          ? t`Issued to ${recipientName}`
          : t({ message: 'Issued', context: 'certificate' });
        notifyWithAction(message, t`View the certificate`, () => void view());
      }
      await Promise.all(
        [api.credits, api.certificates].map((path) => queryClient.invalidateQueries(path.pathFilter())),
      );
    } catch (reason) {
      if (!isOpen.current) notifyError(reason);
      else if (codeOf(reason) === 'VALIDATION_ERROR') setErrors(fieldErrors(reason, fields));
      else if (codeOf(reason) !== null) notifyError(reason);
    } finally {
      isOnItsWay.current = false;
    }
  };
  const forget = (key: string) => setErrors(({ [key]: _, ...others }) => others);
  return { issue, isPending, errors, refuse: setErrors, forget, isUncertain: error !== null && codeOf(error) === null };
}
