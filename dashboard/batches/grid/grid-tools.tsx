import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '@tabler/icons-react';
import { formatNumber } from '../../components/format.tsx';

interface GridToolsProps {
  /** Result of the last action. */
  said: string;
  /** Numbers of the selected rows. */
  selected: readonly number[];
  hasProblems: boolean;
  onProblem: () => void;
  /** Null if there is nothing to undo. */
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
  onRemove: () => void;
}

/** Buttons above the grid. */
export function GridTools({ said, selected, hasProblems, onProblem, onUndo, onRedo, onRemove }: GridToolsProps) {
  return (
    <Group gap="xs">
      <Tooltip label="Undo (Ctrl+Z)">
        <ActionIcon variant="default" aria-label="Undo" disabled={!onUndo} onClick={() => onUndo?.()}>
          <IconArrowBackUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo (Ctrl+Y)">
        <ActionIcon variant="default" aria-label="Redo" disabled={!onRedo} onClick={() => onRedo?.()}>
          <IconArrowForwardUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button size="xs" variant="default" disabled={!hasProblems} onClick={onProblem}>
        Next problem
      </Button>
      <Button size="xs" variant="default" leftSection={<IconTrash size={14} aria-hidden />} onClick={onRemove}>
        {selected.length === 1 ? `Remove row ${selected[0]}` : `Remove ${formatNumber(selected.length)} rows`}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {said}
      </Text>
    </Group>
  );
}
