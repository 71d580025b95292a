import { plural } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { uncertainTitle } from '../lib/errors/errors.ts';
import { Faults } from '../tables/faults.tsx';
import { OddValues } from '../tables/odd-values.tsx';
import { type ImportInput, importRows, namedPdfs } from './rows.ts';
import { useImport } from './use-import.ts';

interface PerformProps {
  source: Omit<Parameters<typeof importRows>[0], 'pdfs'>;
  options: Pick<ImportInput, 'templateId' | 'issuer'>;
  pdfs: ReadonlyMap<string, File>;
  onDone: (count: number) => void;
}

/** Uploads the PDFs and checks all rows, and then imports them. A change of the form starts again. */
export function Perform({ source, options, pdfs, onDone }: PerformProps) {
  const { check, run, upload } = useImport();
  const [checked, setChecked] = useState<ImportInput | null>(null);
  const [uploaded, setUploaded] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { data: allowance } = useQuery(useApi().imports.allowance.queryOptions());
  const { table, ...others } = source;
  const state = JSON.stringify([others, options]);
  const changes = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state stands for the other inputs
  useEffect(() => {
    changes.current += 1;
    setChecked(null);
    setFailure(null);
  }, [table, pdfs, state]);
  const named = namedPdfs(source);
  const start = async () => {
    const before = changes.current;
    setFailure(null);
    setUploaded(named.length > 0 ? 0 : null);
    const [input, error] = await attempt().then(
      (done) => [done, null] as const,
      (reason: unknown) => [null, reason] as const,
    );
    setUploaded(null);
    // The result is about the form as it was.
    if (changes.current !== before) return;
    setChecked(input);
    setFailure(error);
  };
  const attempt = async (): Promise<ImportInput> => {
    const names = await upload(pdfs, named, setUploaded);
    const input = { ...options, certificates: importRows({ ...source, pdfs: names }) };
    await check.mutateAsync(input);
    return input;
  };
  const perform = async () => {
    if (!checked) return;
    try {
      onDone((await run.mutateAsync(checked)).imported);
    } catch (error) {
      // An import that may have been performed is only repeated.
      if (uncertainTitle(error) === undefined) setChecked(null);
      setFailure(error);
    }
  };
  const count = source.table.rows.length;
  const isBusy = uploaded !== null || check.isPending;
  return (
    <Stack gap="sm">
      {uploaded !== null && (
        <Progress
          value={(100 * uploaded) / named.length}
          aria-label={plural(
            { total: named.length },
            { other: `${{ uploaded: formatNumber(uploaded) }} of # PDFs uploaded` },
          )}
        />
      )}
      {failure !== null && <Faults error={failure} table={source.table} fields={source.fields} kind="imported" />}
      {checked && <OddValues warnings={check.data?.warnings ?? []} table={source.table} fields={source.fields} />}
      {checked && (
        <Alert
          color="laurel"
          role="status"
          title={plural(count, { one: '# row is ready', other: 'All # rows are ready' })}
        >
          <Text size="sm">{allowance && costOf(checked, allowance.remaining)}</Text>
        </Alert>
      )}
      <Group>
        {checked ? (
          <Button loading={run.isPending} onClick={() => void perform()}>
            <Plural value={count} one="Import # certificate" other="Import # certificates" />
          </Button>
        ) : (
          <Button loading={isBusy} onClick={() => void start()}>
            <Plural value={count} one="Check # row" other="Check # rows" />
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Returns what an import costs: rows beyond the allowance cost a credit, unless they have their PDF. */
function costOf({ certificates }: ImportInput, remaining: number): string {
  const cost = certificates.slice(remaining).filter(({ originalPdf }) => originalPdf === undefined).length;
  const left = Math.max(0, remaining - certificates.length);
  return cost === 0
    ? plural(left, { other: 'This is free. # free imports are left afterwards.' })
    : plural(cost, { one: 'This costs # credit.', other: 'This costs # credits.' });
}
