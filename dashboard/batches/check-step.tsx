import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { Cost } from '../issuing/cost.tsx';
import type { Field } from '../issuing/recipients.ts';
import { joined } from '../language/joined.ts';
import { messageOf } from '../lib/errors/errors.ts';
import { TableNotes } from '../tables/table-notes.tsx';
import { TagsField } from '../tags/tags-field.tsx';
import { EmptyRemarks } from './empty-remarks.tsx';
import { FilterChips } from './filter-chips.tsx';
import { RowsGrid } from './grid/grid.tsx';
import { NotReady } from './not-ready.tsx';
import { OddRemarks } from './odd-remarks.tsx';
import { PictureRemarks } from './picture-remarks.tsx';
import type { BatchForm } from './use-batch-form.ts';
import type { Checked } from './use-checked.ts';
import { useFilter } from './use-filter.ts';

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
  const { check, wrong, ready, duplicates, unconfirmed, isReady } = checked;
  const { shown, ...filter } = useFilter(rows, checked);
  const done = rows.filter(check.isChecked).length;
  return (
    <Stack>
      <TextInput
        label={t`Batch name`}
        description={t`Optional. Helps you find it later.`}
        maw={420}
        maxLength={200}
        value={form.name}
        onChange={(event) => form.setName(event.currentTarget.value)}
      />
      <TagsField
        label={t`Tags`}
        description={t`Optional. Each certificate gets them. Only members of your organisation see them.`}
        maw={420}
        value={form.tags}
        onChange={form.setTags}
      />
      <Switch
        label={t`Send each certificate by e-mail`}
        description={form.hasEmail ? undefined : t`No column is matched to the e-mail address.`}
        disabled={!form.hasEmail}
        checked={sendEmail}
        onChange={(event) => form.setSendEmail(event.currentTarget.checked)}
      />
      <Text role="status" fw={600} className="tabular">
        {summary({
          total: rows.length,
          checked: done,
          ready: ready.filter(({ number }) => !unconfirmed.has(number)).length,
          wrong: wrong.length,
          odd: unconfirmed.size,
          twice: duplicates.size,
        })}
      </Text>
      {form.table && <TableNotes table={form.table} isShort />}
      <EmptyRemarks variables={variables} rows={rows} />
      <PictureRemarks form={form} />
      <OddRemarks checked={checked} fields={fields} onEdit={form.edit} />
      {check.error !== null && <CheckFailed error={check.error} onRetry={check.retry} />}
      <Group justify="space-between">
        <FilterChips {...filter} />
        {removed.size > 0 && (
          <Button variant="subtle" size="xs" onClick={form.restore}>
            <Plural value={{ count: removed.size }} one="Put back # removed row" other="Put back # removed rows" />
          </Button>
        )}
      </Group>
      {shown.length > 0 ? (
        <RowsGrid
          rows={shown}
          fields={fields}
          check={check}
          remarks={checked.remarks}
          unconfirmed={unconfirmed}
          pictures={pictures}
          readTyped={form.readTyped}
          onEdit={form.edit}
          onConfirm={checked.confirmRows}
          onRemove={form.remove}
          onUndo={form.undo}
          onRedo={form.redo}
        />
      ) : (
        <Text c="dimmed">
          <Trans>No rows to show.</Trans>
        </Text>
      )}
      <NotReady form={form} fields={fields} wrong={wrong} check={check} />
      <Cost count={ready.length} />
      <Group>
        <Button onClick={onContinue} disabled={!isReady}>
          {wrong.length > 0 && isReady
            ? plural(
                { count: ready.length },
                { one: 'Continue with the # that is ready', other: 'Continue with the # that are ready' },
              )
            : t`Continue`}
        </Button>
        {ready.length > 0 && unconfirmed.size > 0 && (
          <Text size="sm" c="dimmed">
            <Trans>Correct or confirm the values that look wrong first.</Trans>
          </Text>
        )}
      </Group>
    </Stack>
  );
}

interface Counts {
  total: number;
  checked: number;
  ready: number;
  wrong: number;
  odd: number;
  twice: number;
}

/** Returns the number of rows, with the numbers of those in each state. */
function summary({ total, checked, ready, wrong, odd, twice }: Counts): string {
  if (total === 0) return t`No rows are left.`;
  const states = joined([
    checked < total
      ? plural(checked, { other: '# checked so far' })
      : wrong + odd === 0
        ? t({ message: 'all ready', context: 'rows' })
        : plural(ready, { other: '# ready' }),
    ...(checked === total && wrong === 0 ? [] : [plural(wrong, { one: '# needs fixing', other: '# need fixing' })]),
    ...(odd > 0 ? [plural(odd, { other: '# to confirm' })] : []),
    ...(twice > 0 ? [plural(twice, { one: '# possible duplicate', other: '# possible duplicates' })] : []),
  ]);
  return plural(total, { one: `# row: ${states}.`, other: `# rows: ${states}.` });
}

function CheckFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Alert color="red" role="alert" title={t`The rows couldn’t be checked`}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{messageOf(error)}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          <Trans>Check again</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}
