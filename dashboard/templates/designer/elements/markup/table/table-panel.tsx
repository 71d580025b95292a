import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Divider, NativeSelect, SimpleGrid, Stack, Switch, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { ColorField } from '../../../controls/color-field.tsx';
import { NumberField, OptionalField } from '../../../controls/fields.tsx';
import type { ElementOf, Item } from '../../../model/design.ts';
import { FontSelect } from '../../text/font-select.tsx';
import { replaceNode } from '../tree/tree.ts';
import { styled } from './change-cells.ts';
import { columnShares, sizeColumns } from './columns.ts';
import { LinesField } from './lines-field.tsx';
import {
  type Borders,
  bordersOf,
  LINE,
  padCells,
  paddingOf,
  STRIPE,
  setBorders,
  setStripe,
  stripeOf,
  styleHeader,
} from './looks.ts';
import { addHeader, removeHeader, sizeRow } from './rows.ts';
import { fontOf } from './table-font.ts';
import { useOpenTable } from './use-open-table.ts';
import { useTable } from './use-table.ts';

const BORDERS: readonly { value: Borders; label: string }[] = [
  { value: 'none', label: t({ message: 'None', context: 'borders' }) },
  { value: 'rows', label: t`Lines between rows` },
  { value: 'grid', label: t`Around each cell` },
  { value: 'frame', label: t`Around the table` },
];

/** Edits a table: its look, and the size and content of the current row and column. */
export function TablePanel({ item }: { item: Item<ElementOf<'markup'>> }) {
  const { table, place, change, go } = useTable(item);
  const open = useOpenTable(item);
  const { root } = item;
  if (!table) return null;
  const row = table.rows[place.row];
  const shares = columnShares(root);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const hasHeader = table.rows[0]?.isHeader ?? false;
  const choices = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ value: String(at), label: String(at + 1) }));
  /** Sets one column's part of the width. The others keep their proportions. */
  const setWidth = (percent: number) => {
    const rest = total - (shares[place.column] ?? 0);
    const scale = rest === 0 ? 1 : (100 - percent) / rest;
    const sized = shares.map((share, at) => (at === place.column ? percent : share * scale));
    change(sizeColumns(root, sized), `width ${item.id} ${place.column}`);
  };
  return (
    <Stack gap="xs">
      <Button size="xs" variant="light" leftSection={<IconPencil size={14} aria-hidden />} onClick={open}>
        <Trans>Edit cells</Trans>
      </Button>
      <Switch
        size="xs"
        label={t`Header row`}
        checked={hasHeader}
        onChange={({ currentTarget }) => change(currentTarget.checked ? addHeader(root) : removeHeader(root))}
      />
      <Look item={item} />
      <Divider />
      <Title order={3} size="h6">
        <Trans>Row and column</Trans>
      </Title>
      <SimpleGrid cols={2} spacing="xs">
        <NativeSelect
          size="xs"
          label={t`Row`}
          data={choices(table.rows.length)}
          value={String(place.row)}
          onChange={({ currentTarget }) => go({ ...place, row: Number(currentTarget.value) })}
        />
        <NativeSelect
          size="xs"
          label={t`Column`}
          data={choices(table.columns)}
          value={String(place.column)}
          onChange={({ currentTarget }) => go({ ...place, column: Number(currentTarget.value) })}
        />
        <NumberField
          key={`row ${place.row}`}
          label={t`Row height, at least`}
          value={Number(row?.node.style?.minHeight ?? 0) || 0}
          min={0}
          max={2000}
          onChange={(height) => change(sizeRow(root, place.row, height), `row ${item.id} ${place.row}`)}
        />
        {shares.length > 1 && (
          <NumberField
            key={`column ${place.column}`}
            label={t`Column width`}
            suffix=" %"
            value={Math.round((1000 * (shares[place.column] ?? 1)) / total) / 10}
            min={1}
            max={99}
            onChange={setWidth}
          />
        )}
      </SimpleGrid>
      {row && !row.isHeader && (
        <LinesField key={row.path.join()} item={item} row={row} at={place.row} onChange={change} />
      )}
    </Stack>
  );
}

function Look({ item }: { item: Item<ElementOf<'markup'>> }) {
  const { table, change } = useTable(item);
  const { root } = item;
  const borders = bordersOf(root);
  const stripe = stripeOf(root);
  const { font, size, color } = fontOf(root);
  const { vertical, horizontal } = paddingOf(root);
  const header = table?.rows.find(({ isHeader }) => isHeader)?.node.style;
  const background = header?.backgroundColor;
  const text = (style: Record<string, string | number>) =>
    change(replaceNode(root, [], styled(root, style)), `table ${item.id} ${Object.keys(style).join()}`);
  return (
    <>
      <FontSelect value={font} onChange={(fontFamily) => text({ fontFamily })} />
      <SimpleGrid cols={2} spacing="xs">
        <NumberField label={t`Text size`} value={size} min={1} max={400} onChange={(fontSize) => text({ fontSize })} />
        <ColorField label={t`Text colour`} value={color} onChange={(next) => text({ color: next })} />
        <NumberField
          label={t`Space above and below`}
          value={vertical}
          min={0}
          max={200}
          onChange={(next) => change(padCells(root, next, horizontal), `padding ${item.id}`)}
        />
        <NumberField
          label={t`Space at the sides`}
          value={horizontal}
          min={0}
          max={200}
          onChange={(next) => change(padCells(root, vertical, next), `padding ${item.id}`)}
        />
      </SimpleGrid>
      {header !== undefined || table?.rows[0]?.isHeader ? (
        <>
          <OptionalField
            label={t`Header background`}
            isOn={typeof background === 'string'}
            onSwitch={(isOn) => change(styleHeader(root, { backgroundColor: isOn ? STRIPE : undefined }))}
          >
            <ColorField
              label={t`Header background colour`}
              value={String(background)}
              onChange={(next) => change(styleHeader(root, { backgroundColor: next }), `header ${item.id}`)}
            />
          </OptionalField>
          <ColorField
            label={t`Header text colour`}
            value={String(header?.color ?? color)}
            onChange={(next) => change(styleHeader(root, { color: next }), `headerText ${item.id}`)}
          />
        </>
      ) : null}
      <OptionalField
        label={t`Stripes`}
        isOn={stripe !== null}
        onSwitch={(isOn) => change(setStripe(root, isOn ? STRIPE : null))}
      >
        <ColorField
          label={t`Stripe colour`}
          value={stripe ?? STRIPE}
          onChange={(next) => change(setStripe(root, next), `stripe ${item.id}`)}
        />
      </OptionalField>
      <NativeSelect
        size="xs"
        label={t`Borders`}
        data={[
          ...(borders ? [] : [{ value: '', label: t({ message: 'Custom', context: 'borders' }), disabled: true }]),
          ...BORDERS,
        ]}
        value={borders?.kind ?? ''}
        onChange={({ currentTarget }) =>
          change(setBorders(root, currentTarget.value as Borders, borders?.color ?? LINE))
        }
      />
      {borders && borders.kind !== 'none' && (
        <ColorField
          label={t`Border colour`}
          value={borders.color}
          onChange={(next) => change(setBorders(root, borders.kind, next), `borders ${item.id}`)}
        />
      )}
    </>
  );
}
