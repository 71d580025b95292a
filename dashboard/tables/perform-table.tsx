import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { formatNumber } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { useAttempt } from '../lib/attempt.ts';
import { notifyDone } from '../lib/errors/errors.ts';
import { useMembership } from '../lib/session.ts';
import { Faults } from './faults.tsx';
import type { TableField } from './fields.ts';
import type { Table } from './table.ts';

/** Texts about the change. */
interface Words {
  reasonDescription: string;
  reasonMissing: string;
  /** Verb of the button. */
  verb: string;
  /** Follows “already has”. */
  same: string;
  /** Sentence for the start, about some certificates. */
  started: (certificates: string) => string;
}

interface PerformTableProps<Given extends { rows: readonly unknown[] }> {
  table: Table;
  fields: readonly TableField[];
  /** Values of the call except its reason. */
  given: Given;
  /** Calls the procedure that changes the certificates, or only checks the rows. */
  call: (
    input: Given & { reason: string; dryRun?: true },
    options?: ReturnType<ReturnType<typeof useAttempt>['optionsFor']>,
  ) => Promise<{ total: number; changed: number }>;
  words: Words;
  /** Further inputs. */
  children?: ReactNode;
}

/** Asks for a reason, checks all rows of a table, and then starts the change. A change of the form starts again. */
export function PerformTable<Given extends { rows: readonly unknown[] }>(props: PerformTableProps<Given>) {
  const { table, fields, given, words, children } = props;
  const { id: organisationId } = useMembership();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { check, run } = useChange(props);
  const input = { ...given, reason: reason.trim() };
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
      <Textarea
        label="Reason"
        description={words.reasonDescription}
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={isAsked && isMissing ? words.reasonMissing : undefined}
      />
      {children}
      {error !== null && <Faults error={error} table={table} fields={fields} outcome="Nothing was changed" />}
      {check.data && error === null && <Checked {...check.data} same={words.same} />}
      <Group>
        {check.data && error === null ? (
          <Button
            loading={run.isPending}
            disabled={check.data.changed === 0}
            onClick={() => void perform().catch(() => undefined)}
          >
            {words.verb} {certificates(check.data.changed)}
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

const certificates = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'certificate' : 'certificates'}`;

function Checked({ total, changed, same }: { total: number; changed: number; same: string }) {
  const unchanged = total - changed;
  const title =
    changed === 0
      ? `Every certificate already has ${same}`
      : `${formatNumber(total)} of ${formatNumber(total)} rows are ready`;
  return (
    <Alert color="laurel" role="status" title={title}>
      {changed > 0 &&
        unchanged > 0 &&
        `${formatNumber(unchanged)} already ${unchanged === 1 ? 'has' : 'have'} ${same}.`}
    </Alert>
  );
}

/** Returns the check and the start of a change. Repeated clicks and lost answers start it once. */
function useChange<Given extends { rows: readonly unknown[] }>({ call, words }: PerformTableProps<Given>) {
  const api = useApi();
  const attempt = useAttempt();
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: (input: Given & { reason: string }) => call({ ...input, dryRun: true }),
  });
  const run = useMutation({
    mutationFn: (input: Given & { reason: string }) => call(input, attempt.optionsFor(input)),
    onSuccess: async ({ changed }) => {
      attempt.succeeded();
      notifyDone(`${words.started(certificates(changed))} You can leave this page.`);
      await queryClient.invalidateQueries(api.certificates.bulkActions.queryFilter());
    },
  });
  return { check, run };
}
