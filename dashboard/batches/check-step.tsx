import { Alert, Button, Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { formatNumber } from '../components/format.tsx';
import { Cost } from '../issuing/cost.tsx';
import type { Field } from '../issuing/recipients.ts';
import { messageOf } from '../lib/errors/errors.ts';
import { TableNotes } from '../tables/table-notes.tsx';
import { TagsField } from '../tags/tags-field.tsx';
import { EmptyRemarks } from './empty-remarks.tsx';
import { RowsGrid } from './grid/grid.tsx';
import { NotReady } from './not-ready.tsx';
import { OddRemarks } from './odd-remarks.tsx';
import { PictureRemarks } from './picture-remarks.tsx';
import { findDuplicates } from './rows/rows.ts';
import type { BatchForm } from './use-batch-form.ts';
import type { Checked } from './use-checked.ts';
import { FILTERS, useFilter } from './use-filter.ts';

interface CheckStepProps {
  form: BatchForm;
  /** The same list until the columns change. */
  fields: readonly Field[];
  checked: Checked;
  onContinue: () => void;
}

/** Checks every row, and lets the user correct it, before credits are spent. */
export function CheckStep({ form, fields, checked, onContinue }: CheckStepProps) {
  const { rows, sendEmail, variables, removed, pictures } = form;
  const { check, wrong, ready, odd, isOddConfirmed, confirmOdd, isReady } = checked;
  const duplicates = useMemo(() => findDuplicates(rows), [rows]);
  const { filter, setFilter, shown } = useFilter(rows, wrong, duplicates);
  const done = rows.filter(check.isChecked).length;
  return (
    <Stack>
      <TextInput
        label="Batch name"
        description="Optional. Helps you find it later."
        maw={420}
        maxLength={200}
        value={form.name}
        onChange={(event) => form.setName(event.currentTarget.value)}
      />
      <TagsField
        label="Tags"
        description="Optional. Each certificate gets them. Only members of your organisation see them."
        maw={420}
        value={form.tags}
        onChange={form.setTags}
      />
      <Switch
        label="Send each certificate by e-mail"
        description={form.hasEmail ? undefined : 'No column is matched to the e-mail address.'}
        disabled={!form.hasEmail}
        checked={sendEmail}
        onChange={(event) => form.setSendEmail(event.currentTarget.checked)}
      />
      <Text role="status" fw={600} className="tabular">
        {summary({
          total: rows.length,
          checked: done,
          ready: ready.length,
          wrong: wrong.length,
          twice: duplicates.size,
        })}
      </Text>
      {form.table && <TableNotes table={form.table} isShort />}
      <EmptyRemarks variables={variables} rows={rows} />
      <PictureRemarks form={form} />
      <OddRemarks odd={odd} fields={fields} isConfirmed={isOddConfirmed} onConfirm={confirmOdd} onEdit={form.edit} />
      {check.error !== null && <CheckFailed error={check.error} onRetry={check.retry} />}
      <Group justify="space-between">
        <SegmentedControl aria-label="Rows shown" data={FILTERS} value={filter} onChange={setFilter} />
        {removed.size > 0 && (
          <Button variant="subtle" size="xs" onClick={form.restore}>
            Put back {counted(removed.size, 'removed row', 'removed rows')}
          </Button>
        )}
      </Group>
      {shown.length > 0 ? (
        <RowsGrid
          rows={shown}
          fields={fields}
          check={check}
          pictures={pictures}
          duplicates={duplicates}
          readTyped={form.readTyped}
          onEdit={form.edit}
          onRemove={form.remove}
          onUndo={form.undo}
          onRedo={form.redo}
        />
      ) : (
        <Text c="dimmed">No rows to show.</Text>
      )}
      <NotReady form={form} fields={fields} wrong={wrong} check={check} />
      <Cost count={ready.length} />
      <Group>
        <Button onClick={onContinue} disabled={!isReady}>
          {wrong.length > 0 && isReady
            ? `Continue with the ${formatNumber(ready.length)} that ${ready.length === 1 ? 'is' : 'are'} ready`
            : 'Continue'}
        </Button>
      </Group>
    </Stack>
  );
}

const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const needFixing = (count: number): string => counted(count, 'needs fixing', 'need fixing');

interface Counts {
  total: number;
  checked: number;
  ready: number;
  wrong: number;
  twice: number;
}

function summary({ total, checked, ready, wrong, twice }: Counts): string {
  if (total === 0) return 'No rows are left.';
  const parts = [
    checked < total
      ? `${formatNumber(checked)} checked so far`
      : wrong === 0
        ? 'all ready'
        : `${formatNumber(ready)} ready`,
    ...(checked === total && wrong === 0 ? [] : [needFixing(wrong)]),
    ...(twice > 0 ? [counted(twice, 'possible duplicate', 'possible duplicates')] : []),
  ];
  return `${counted(total, 'row', 'rows')}: ${parts.join(', ')}.`;
}

function CheckFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Alert color="red" role="alert" title="The rows couldn’t be checked">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{messageOf(error)}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          Check again
        </Button>
      </Stack>
    </Alert>
  );
}
