import { Alert, Button, Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatNumber } from '../components/format.tsx';
import { Cost, useCost } from '../issuing/cost.tsx';
import { COMMON_FIELDS, type Template } from '../issuing/recipients.ts';
import { messageOf } from '../lib/errors/errors.ts';
import { TableNotes } from '../tables/table-notes.tsx';
import { TagsField } from '../tags/tags-field.tsx';
import { EmptyRemarks } from './empty-remarks.tsx';
import { useFaultyFirst } from './faulty-first.ts';
import { findOdd } from './find-odd.ts';
import { NotReady } from './not-ready.tsx';
import { OddRemarks } from './odd-remarks.tsx';
import { PictureRemarks } from './picture-remarks.tsx';
import { findDuplicates } from './rows.ts';
import { RowsTable } from './rows-table.tsx';
import type { BatchForm } from './use-batch-form.ts';
import { useCheck } from './use-check.ts';
import { useCreateBatch } from './use-create-batch.tsx';
import { FILTERS, useFilter } from './use-filter.ts';

/** Checks every row, and lets the user correct it, before credits are spent. Then issues the batch. */
export function CheckStep({ template, form }: { template: Template; form: BatchForm }) {
  const { rows, sendEmail, mapping, variables, removed, pictures } = form;
  const check = useCheck(template.id, sendEmail, rows);
  const duplicates = useMemo(() => findDuplicates(rows), [rows]);
  const odd = useMemo(() => findOdd(rows, variables), [rows, variables]);
  /** Values that a person confirmed. A change asks again. */
  const [confirmed, setConfirmed] = useState('');
  const oddKey = odd.map(({ row, column, text }) => `${row} ${column} ${text}`).join('\n');
  const wrong = useMemo(() => rows.filter((row) => check.problemsOf(row).length > 0), [rows, check]);
  const checked = rows.filter(check.isChecked).length;
  const ready = rows.filter((row) => check.isChecked(row) && check.problemsOf(row).length === 0);
  const { filter, setFilter, shown } = useFilter(rows, wrong, duplicates);
  const { isCovered } = useCost(ready.length);
  const { create, isPending, failure } = useCreateBatch();
  const fields = [...variables, ...COMMON_FIELDS.filter(({ key }) => mapping[key])];
  const shownFields = useFaultyFirst(fields, wrong, check);
  const isReady = ready.length > 0 && checked === rows.length && (odd.length === 0 || confirmed === oddKey);
  const { name, fileName } = form;
  const issue = () =>
    create({
      templateId: template.id,
      recipients: ready.map(({ recipient }) => recipient),
      sendEmail,
      ...(form.tags.length > 0 && { tags: [...form.tags] }),
      ...(name.trim() && { name: name.trim() }),
      ...(fileName && { fileName: fileName.slice(0, 255) }),
    });
  return (
    <Stack>
      <TextInput
        label="Batch name"
        description="Optional. Helps you find it later."
        maw={420}
        maxLength={200}
        value={name}
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
        {summary(rows.length, checked, ready.length, wrong.length)}
        {duplicates.size > 0 && ` ${counted(duplicates.size, 'row looks', 'rows look')} like an earlier one.`}
      </Text>
      {form.table && <TableNotes table={form.table} isShort />}
      <EmptyRemarks variables={variables} rows={rows} />
      <PictureRemarks form={form} />
      <OddRemarks
        odd={odd}
        isConfirmed={confirmed === oddKey}
        onConfirm={(isConfirmed) => setConfirmed(isConfirmed ? oddKey : '')}
        onEdit={form.edit}
      />
      {check.error !== null && <CheckFailed error={check.error} onRetry={check.retry} />}
      <Group justify="space-between">
        <SegmentedControl aria-label="Rows shown" data={FILTERS} value={filter} onChange={setFilter} />
        {removed.size > 0 && (
          <Button variant="subtle" size="xs" onClick={form.restore}>
            Put back {counted(removed.size, 'removed row', 'removed rows')}
          </Button>
        )}
      </Group>
      <RowsTable
        rows={shown}
        fields={shownFields}
        check={check}
        pictures={pictures}
        duplicates={duplicates}
        onEdit={form.edit}
        onRemove={form.remove}
      />
      <NotReady form={form} fields={fields} wrong={wrong} check={check} />
      {failure}
      <Cost count={ready.length} />
      <Group>
        <Button onClick={issue} loading={isPending} disabled={!isReady || !isCovered}>
          {wrong.length > 0 && isReady
            ? `Issue the ${formatNumber(ready.length)} that ${ready.length === 1 ? 'is' : 'are'} ready`
            : `Issue ${counted(rows.length, 'certificate', 'certificates')}`}
        </Button>
      </Group>
    </Stack>
  );
}

const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const needFixing = (count: number): string => counted(count, 'needs fixing', 'need fixing');

function summary(total: number, checked: number, ready: number, wrong: number): string {
  if (total === 0) return 'No rows are left.';
  const rows = counted(total, 'row', 'rows');
  if (checked < total) return `${rows}: ${formatNumber(checked)} checked so far, ${needFixing(wrong)}.`;
  return wrong === 0 ? `${rows}: all ready.` : `${rows}: ${formatNumber(ready)} ready, ${needFixing(wrong)}.`;
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
