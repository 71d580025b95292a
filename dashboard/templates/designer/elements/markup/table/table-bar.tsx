import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Divider, Group, Menu } from '@mantine/core';
import { IconAlignCenter, IconAlignLeft, IconAlignRight, IconColumns, IconLayoutRows } from '@tabler/icons-react';
import { InsertVariable } from '../../../controls/insert-variable.tsx';
import { Tool } from '../../../controls/tool.tsx';
import type { ElementOf, Item } from '../../../model/design.ts';
import { useEditor } from '../../../model/editor-context.ts';
import { focusSoon, INLINE_TEXT_ID } from '../../../model/focus.ts';
import { caretOf, type TextSession } from '../../../model/text-range.ts';
import { setCell } from './change-cells.ts';
import { addColumn, alignColumn, moveColumn, removeColumn } from './columns.ts';
import { insertedIn } from './inserted-in.ts';
import { textAt } from './read-table.ts';
import { addRow, moveRow, removeRow } from './rows.ts';
import { useTable } from './use-table.ts';

interface TableBarProps {
  item: Item<ElementOf<'markup'>>;
  session: TextSession;
}

const ALIGN = [
  { value: 'left', label: t`Align column left`, icon: IconAlignLeft },
  { value: 'center', label: t`Centre column`, icon: IconAlignCenter },
  { value: 'right', label: t`Align column right`, icon: IconAlignRight },
] as const;

/** Toolbar of the table that is edited on the page. It acts on the row and column of the current cell. */
export function TableBar({ item, session }: TableBarProps) {
  const { setSession } = useEditor();
  const { table, place, change, reshape } = useTable(item);
  const { row, column } = place;
  const { root } = item;
  const back = () => focusSoon(INLINE_TEXT_ID);
  const insert = (placeholder: string) => {
    const caret = caretOf(session.range, textAt(root, place).length);
    change(setCell(root, place, insertedIn(textAt(root, place), caret, placeholder)));
    const end = caret.end + placeholder.length;
    setSession({ id: item.id, range: { start: end, end }, cell: place });
    back();
  };
  const columns = [
    { label: t`Add column left`, run: () => reshape(addColumn(root, column), place) },
    { label: t`Add column right`, run: () => reshape(addColumn(root, column + 1), { row, column: column + 1 }) },
    {
      label: t`Move column left`,
      isDisabled: column === 0,
      run: () => reshape(moveColumn(root, column, -1), { row, column: column - 1 }),
    },
    {
      label: t`Move column right`,
      isDisabled: column + 1 >= (table?.columns ?? 0),
      run: () => reshape(moveColumn(root, column, 1), { row, column: column + 1 }),
    },
    {
      label: t`Delete column`,
      isDisabled: (table?.columns ?? 0) < 2,
      run: () => reshape(removeColumn(root, column), { row, column: Math.max(0, column - 1) }),
    },
  ];
  const rows = [
    { label: t`Add row above`, run: () => reshape(addRow(root, row, 'above'), place) },
    { label: t`Add row below`, run: () => reshape(addRow(root, row, 'below'), { row: row + 1, column }) },
    {
      label: t`Move row up`,
      isDisabled: !moveRow(root, row, -1),
      run: () => reshape(moveRow(root, row, -1), { row: row - 1, column }),
    },
    {
      label: t`Move row down`,
      isDisabled: !moveRow(root, row, 1),
      run: () => reshape(moveRow(root, row, 1), { row: row + 1, column }),
    },
    {
      label: t`Delete row`,
      isDisabled: (table?.rows.length ?? 0) < 2,
      run: () => reshape(removeRow(root, row), { row: Math.max(0, row - 1), column }),
    },
  ];
  return (
    <Group gap={4} role="toolbar" aria-label={t`Table`} wrap="nowrap">
      <Actions label={t`Column`} icon={IconColumns} actions={columns} onDone={back} />
      <Actions label={t`Row`} icon={IconLayoutRows} actions={rows} onDone={back} />
      <Divider orientation="vertical" />
      {ALIGN.map(({ value, label, icon }) => (
        <Tool
          key={value}
          label={label}
          icon={icon}
          onClick={() => {
            change(alignColumn(root, column, value));
            back();
          }}
        />
      ))}
      <Divider orientation="vertical" />
      <InsertVariable onInsert={insert} />
      <Button size="compact-xs" variant="subtle" onClick={() => setSession(null)}>
        <Trans>Done</Trans>
      </Button>
    </Group>
  );
}

interface ActionsProps {
  label: string;
  icon: typeof IconColumns;
  actions: readonly { label: string; isDisabled?: boolean; run: () => void }[];
  onDone: () => void;
}

function Actions({ label, icon: Icon, actions, onDone }: ActionsProps) {
  return (
    <Menu position="bottom-start" width={200} returnFocus={false}>
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" leftSection={<Icon size={14} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label: name, isDisabled = false, run }) => (
          <Menu.Item
            key={name}
            disabled={isDisabled}
            onClick={() => {
              run();
              onDone();
            }}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
