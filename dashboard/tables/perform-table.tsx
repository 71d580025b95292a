import { plural, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../lib/api.tsx';
import { useAttempt } from '../lib/attempt.ts';
import { notifyDone, uncertainTitle } from '../lib/errors/errors.ts';
import type { Detail } from '../lib/errors/refusal.ts';
import { useMembership } from '../lib/session.ts';
import { Faults } from './faults.tsx';
import type { TableField } from './fields.ts';
import { OddValues } from './odd-values.tsx';
import type { Table } from './table.ts';
import { type ValueChange, ValueChanges } from './value-changes.tsx';

/** Texts about the change. */
interface Words {
  reasonDescription: string;
  reasonMissing: string;
  /** Returns the text of the button that starts the change of some certificates. */
  start: (count: number) => string;
  /** Title if no certificate would change. */
  allSame: string;
  /** Returns a sentence about the certificates that would not change. */
  someSame: (count: number) => string;
  /** Returns what is said once the change of some certificates has started. */
  started: (count: number) => string;
}

/** Answer of a check. */
interface Checked {
  total: number;
  changed: number;
  warnings?: Detail[] | undefined;
  changes?: ValueChange[] | undefined;
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
  ) => Promise<Checked>;
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
  const perform = () =>
    run.mutate(input, {
      // Not called once the person has left the page.
      onSuccess: () => navigate({ to: '/o/$organisationId/certificates', params: { organisationId } }),
    });
  const error = run.error ?? check.error;
  // The change may have started, which only a second try shows.
  const isReady = check.data !== undefined && (error === null || uncertainTitle(run.error) !== undefined);
  const count = input.rows.length;
  return (
    <Stack gap="sm">
      <Textarea
        label={t`Reason`}
        description={words.reasonDescription}
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={isAsked && isMissing ? words.reasonMissing : undefined}
      />
      {children}
      {error !== null && <Faults error={error} table={table} fields={fields} kind="changed" />}
      {check.data && error === null && <OddValues warnings={check.data.warnings ?? []} {...{ table, fields }} />}
      {check.data && error === null && <Ready {...check.data} words={words} />}
      {check.data?.changes && error === null && check.data.changes.length > 0 && (
        <ValueChanges changes={check.data.changes} {...{ table, fields }} />
      )}
      <Group>
        {isReady ? (
          <Button loading={run.isPending} disabled={check.data.changed === 0} onClick={perform}>
            {words.start(check.data.changed)}
          </Button>
        ) : (
          <Button loading={check.isPending} onClick={() => void start()}>
            <Plural value={count} one="Check # row" other="Check # rows" />
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Ready({ total, changed, words }: Checked & { words: Words }) {
  const unchanged = total - changed;
  const title =
    changed === 0 ? words.allSame : plural({ count: total }, { one: '# row is ready', other: 'All # rows are ready' });
  return (
    <Alert color="laurel" role="status" title={title}>
      {changed > 0 && unchanged > 0 && words.someSame(unchanged)}
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
      notifyDone(words.started(changed));
      await queryClient.invalidateQueries(api.certificates.bulkActions.queryFilter());
    },
  });
  return { check, run };
}
