import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconCheck, IconTrash } from '@tabler/icons-react';

interface GridToolsProps {
  /** Result of the last action. */
  said: string;
  /** Numbers of the selected rows. */
  selected: readonly number[];
  hasProblems: boolean;
  /** Numbers of the selected rows with values to confirm. */
  toConfirm: readonly number[];
  onProblem: () => void;
  /** Null if there is nothing to undo. */
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
  onConfirm: () => void;
  onRemove: () => void;
}

/** Buttons above the grid. */
export function GridTools(props: GridToolsProps) {
  const { said, selected, hasProblems, toConfirm, onProblem, onUndo, onRedo } = props;
  const [row] = selected;
  const [open] = toConfirm;
  return (
    <Group gap="xs">
      <Tooltip label={t`Undo (Ctrl+Z)`}>
        <ActionIcon variant="default" aria-label={t`Undo`} disabled={!onUndo} onClick={() => onUndo?.()}>
          <IconArrowBackUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t`Redo (Ctrl+Y)`}>
        <ActionIcon variant="default" aria-label={t`Redo`} disabled={!onRedo} onClick={() => onRedo?.()}>
          <IconArrowForwardUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button size="xs" variant="default" disabled={!hasProblems} onClick={onProblem}>
        <Trans>Next problem</Trans>
      </Button>
      {open !== undefined && (
        <Button size="xs" variant="default" leftSection={<IconCheck size={14} aria-hidden />} onClick={props.onConfirm}>
          {toConfirm.length === 1
            ? t`Confirm row ${{ row: open }}`
            : plural({ count: toConfirm.length }, { other: 'Confirm # rows' })}
        </Button>
      )}
      <Button size="xs" variant="default" leftSection={<IconTrash size={14} aria-hidden />} onClick={props.onRemove}>
        {selected.length === 1 && row !== undefined
          ? t`Remove row ${row}`
          : plural({ count: selected.length }, { other: 'Remove # rows' })}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {said}
      </Text>
    </Group>
  );
}
