import { Alert, Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { DateOrder } from '../../tables/shared/types.ts';
import { formatNumber } from '../components/format.tsx';
import type { Template } from '../issuing/recipients.ts';
import { useApi, useApiClient } from '../lib/api.tsx';
import { useAttempt } from '../lib/attempt.ts';
import { notifyDone } from '../lib/errors/errors.ts';
import { useMembership } from '../lib/session.ts';
import { Faults } from '../tables/faults.tsx';
import type { Columns } from '../tables/fields.ts';
import type { Table } from '../tables/table.ts';
import { type CorrectionsInput, correctionFields, correctionRows } from './rows.ts';

interface PerformProps {
  table: Table;
  template: Template;
  columns: Columns;
  dates: DateOrder;
}

/** Checks all rows, and then starts the corrections. A change of the form starts again. */
export function Perform({ table, template, columns, dates }: PerformProps) {
  const { id: organisationId } = useMembership();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [sendEmail, setSendEmail] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { check, run } = useCorrections();
  const input = { rows: correctionRows(table, template, { columns, dates }), reason: reason.trim(), sendEmail };
  const state = JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state stands for all inputs
  useEffect(() => {
    check.reset();
    run.reset();
  }, [state]);
  const isMissing = input.reason === '';
  const start = async () => {
    setAsked(true);
    if (!isMissing) await check.mutateAsync(input).catch(() => undefined);
  };
  const perform = async () => {
    await run.mutateAsync(input);
    await navigate({ to: '/o/$organisationId/certificates', params: { organisationId } });
  };
  const error = run.error ?? check.error;
  const count = input.rows.length;
  return (
    <Stack gap="sm">
      <Text size="sm">An empty cell leaves its value as it is.</Text>
      <Textarea
        label="Reason"
        description="For the members of the organisation."
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={isAsked && isMissing ? 'Enter a reason.' : undefined}
      />
      <Switch
        label="Send each corrected certificate by e-mail"
        description="Certificates without an address get no e-mail."
        checked={sendEmail}
        onChange={(event) => setSendEmail(event.currentTarget.checked)}
      />
      {error !== null && (
        <Faults error={error} table={table} fields={correctionFields(template)} outcome="Nothing was changed" />
      )}
      {check.data && error === null && <Checked {...check.data} />}
      <Group>
        {check.data && error === null ? (
          <Button
            loading={run.isPending}
            disabled={check.data.changed === 0}
            onClick={() => void perform().catch(() => undefined)}
          >
            Correct {formatNumber(check.data.changed)} {check.data.changed === 1 ? 'certificate' : 'certificates'}
          </Button>
        ) : (
          <Button loading={check.isPending} onClick={() => void start()}>
            Check {formatNumber(count)} {count === 1 ? 'row' : 'rows'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Checked({ total, changed }: { total: number; changed: number }) {
  const same = total - changed;
  const title =
    changed === 0
      ? 'Every certificate already has these values'
      : `${formatNumber(total)} of ${formatNumber(total)} rows are ready`;
  return (
    <Alert color="laurel" role="status" title={title}>
      {changed > 0 && same > 0 && `${formatNumber(same)} already ${same === 1 ? 'has' : 'have'} these values.`}
    </Alert>
  );
}

/** Returns the check and the start of corrections. Repeated clicks and lost answers start them once. */
function useCorrections() {
  const api = useApi();
  const client = useApiClient();
  const attempt = useAttempt();
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: (input: CorrectionsInput) => client.certificates.correctByTable.mutate({ ...input, dryRun: true }),
  });
  const run = useMutation({
    mutationFn: (input: CorrectionsInput) =>
      client.certificates.correctByTable.mutate(input, attempt.optionsFor(input)),
    onSuccess: async ({ changed }) => {
      attempt.succeeded();
      const things = `${formatNumber(changed)} ${changed === 1 ? 'certificate' : 'certificates'}`;
      notifyDone(`Correcting ${things}. You can leave this page.`);
      await queryClient.invalidateQueries(api.certificates.bulkActions.queryFilter());
    },
  });
  return { check, run };
}
