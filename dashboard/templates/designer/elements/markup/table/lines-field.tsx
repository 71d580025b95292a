import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Autocomplete, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ElementOf, Item } from '../../../model/design.ts';
import { useEditor } from '../../../model/editor-context.ts';
import { nameError } from '../../../model/variables.ts';
import type { Root } from '../tree/tree.ts';
import { setCell } from './change-cells.ts';
import type { TableRow } from './read-table.ts';
import { bindRow, mayUnbind, unbindRow } from './rows.ts';

interface LinesFieldProps {
  item: Item<ElementOf<'markup'>>;
  row: TableRow;
  at: number;
  onChange: (root: Root) => void;
}

/** Most columns of a line that can be chosen. Cells can name others. */
const MOST_COLUMNS = 20;

/** Repeats a row for each line of a variable, and chooses the column of the line that each cell shows. */
export function LinesField({ item, row, at, onChange }: LinesFieldProps) {
  const { variables, values } = useEditor();
  const { each } = row.node;
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const bind = (name: string) => {
    const wanted = name.trim();
    const found = wanted === '' ? null : nameError(wanted);
    setFault(found);
    if (found) return;
    setTyped(null);
    if (wanted !== '' && wanted !== each?.variable) onChange(bindRow(item.root, at, wanted));
  };
  const line = (each && values[each.variable]?.split(/\r\n|[\n\r]/)[0]) ?? '';
  const samples = line.split('\t');
  const columns = Math.min(MOST_COLUMNS, Math.max(samples.length, row.cells.length, 1));
  return (
    <Stack gap="xs">
      <Autocomplete
        size="xs"
        label={t`One row per line of`}
        description={each ? undefined : t`A variable whose lines become rows`}
        placeholder={t`Variable`}
        data={[...variables]}
        value={typed ?? each?.variable ?? ''}
        error={fault}
        onChange={(next) => {
          setTyped(next);
          setFault(null);
        }}
        onOptionSubmit={bind}
        onBlur={() => typed !== null && bind(typed)}
        onKeyDown={({ key }) => key === 'Enter' && typed !== null && bind(typed)}
      />
      {each && (
        <>
          {row.cells.map((cell, column) => {
            const number = numberIn(cell.text, each.as);
            return (
              <NativeSelect
                key={cell.path.join()}
                size="xs"
                label={t`Cell ${{ number: column + 1 }} shows`}
                disabled={cell.text === null}
                data={[
                  { value: '', label: t`Its own text`, disabled: true },
                  ...Array.from({ length: columns }, (_, index) => ({
                    value: String(index + 1),
                    label: samples[index]
                      ? t`Column ${{ number: index + 1 }}: ${{ sample: samples[index].slice(0, 24) }}`
                      : t`Column ${{ number: index + 1 }}`,
                  })),
                ]}
                value={number !== null && number <= columns ? String(number) : ''}
                onChange={({ currentTarget }) =>
                  onChange(setCell(item.root, { row: at, column }, `{{${each.as}.${currentTarget.value}}}`))
                }
              />
            );
          })}
          {mayUnbind(row) ? (
            <Button size="xs" variant="default" onClick={() => onChange(unbindRow(item.root, at, line))}>
              <Trans>Make it a single row</Trans>
            </Button>
          ) : (
            <Text size="xs" c="dimmed">
              <Trans>Parts of this row depend on its lines. Edit them under Code.</Trans>
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

/** Returns the column of the line that a cell shows; null if it shows something else. */
function numberIn(text: string | null, as: string): number | null {
  const name = /^\{\{([^{}]+)\}\}$/.exec(text?.trim() ?? '')?.[1];
  const number = name?.startsWith(`${as}.`) ? Number(name.slice(as.length + 1)) : Number.NaN;
  return Number.isInteger(number) ? number : null;
}
