import { ActionIcon, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent, Ref } from 'react';
import type { Field } from '../issuing/recipients.ts';
import { VariableInput } from '../issuing/variable-input.tsx';
import { type AddedPictures, pictureProblem } from '../pictures/added-pictures.ts';
import type { RowProblem } from './check-result.ts';
import type { Row } from './rows.ts';
import classes from './rows-table.module.css';

interface EditableRowProps {
  ref: Ref<HTMLTableRowElement>;
  index: number;
  row: Row;
  fields: readonly Field[];
  problems: readonly RowProblem[];
  pictures: AddedPictures;
  isChecked: boolean;
  /** Earlier row that looks the same. */
  sameAs: number | undefined;
  onEdit: (row: number, key: string, value: string) => void;
  onRemove: (index: number, row: number) => void;
  onMove: (index: number, key: string) => void;
}

/** Editable row with one text field per cell and the problems of each cell below it. */
export function EditableRow({
  ref,
  index,
  row,
  fields,
  problems,
  pictures,
  isChecked,
  sameAs,
  ...on
}: EditableRowProps) {
  const keys = new Set(fields.map(({ key }) => key));
  const wrong = fields.filter(({ key }) => problems.some(({ field }) => field === key)).map(({ label }) => label);
  const general = problems.filter(({ field }) => !keys.has(field));
  return (
    <Table.Tr ref={ref} role="row" data-index={index} aria-rowindex={index + 2} className={classes.row}>
      <Table.Th role="rowheader" scope="row" fw={400} className={classes.rowHead}>
        <Group gap={4} wrap="nowrap" align="flex-start" justify="space-between">
          <div>
            <Text size="sm" fw={600} className={`tabular ${classes.number}`}>
              {row.number}
            </Text>
            <Text size="xs" c={problems.length > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
              {stateOf(wrong, problems.length, isChecked)}
            </Text>
            {sameAs !== undefined && <Text size="xs">Like row {sameAs}</Text>}
            {general.map(({ field, message }) => (
              <Text key={field} size="xs" c="var(--mantine-color-error)">
                {message}
              </Text>
            ))}
          </div>
          <Tooltip label="Remove this row">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove row ${row.number}`}
              onClick={() => on.onRemove(index, row.number)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Table.Th>
      {fields.map((field) => {
        const { key, label, variable = field.input } = field;
        const problem = problems.find((one) => one.field === key)?.message;
        return (
          <Table.Td key={key} role="cell" data-label={label}>
            <VariableInput
              size="xs"
              variable={variable}
              aria-label={`${label}, row ${row.number}`}
              data-field={key}
              value={row.values[key] ?? ''}
              error={problem && (pictureProblem(field, row.values, pictures) ?? problem)}
              onChange={(value) => on.onEdit(row.number, key, value)}
              onKeyDown={(event) => moveByKey(event, (step) => on.onMove(index + step, key))}
            />
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

function stateOf(wrong: readonly string[], problems: number, isChecked: boolean): string {
  if (!isChecked) return 'Being checked';
  if (problems === 0) return 'Ready';
  return wrong.length > 0 ? `Check: ${wrong.join(', ')}` : 'Needs fixing';
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Enter: 1 };

function moveByKey(event: KeyboardEvent, move: (step: number) => void): void {
  const step = STEPS[event.key];
  // Enter also ends the composition of a character in an input method.
  if (!step || event.nativeEvent.isComposing) return;
  event.preventDefault();
  move(step);
}
