import { ActionIcon, Kbd, Popover, Table, Text } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';

const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['Tab', 'Go from element to element'],
  ['Enter, Space', 'Select the element; with Shift: add it, or take it away'],
  ['Enter', 'Edit the text of the selected element'],
  ['Arrows', 'Move by 1 point; with Shift: by 10'],
  ['Delete', 'Delete what is selected'],
  ['Escape', 'Select nothing; take a drag back'],
  ['Ctrl+A', 'Select all'],
  ['Ctrl+D', 'Duplicate'],
  ['Ctrl+C, X, V', 'Copy, cut, paste: between templates, too'],
  ['Ctrl+Z', 'Undo'],
  ['Ctrl+Shift+Z, Ctrl+Y', 'Redo'],
  ['Shift+click', 'Select several'],
  ['Shift+drag', 'Resize in proportion, turn by 15°'],
  ['Alt+drag', 'Without snapping'],
];

/** The list of keyboard and pointer shortcuts. */
export function Shortcuts() {
  return (
    <Popover position="bottom-end" width={460} withArrow trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Keyboard shortcuts" title="Keyboard shortcuts">
          <IconKeyboard size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        aria-label="Keyboard shortcuts"
        tabIndex={0}
        data-autofocus
        maw="calc(100vw - 32px)"
        mah="65dvh"
        style={{ overflowY: 'auto' }}
      >
        <Table verticalSpacing={4} fz="xs">
          <Table.Tbody>
            {SHORTCUTS.map(([keys, what]) => (
              <Table.Tr key={what}>
                <Table.Th scope="row" fw={400}>
                  <Kbd>{keys}</Kbd>
                </Table.Th>
                <Table.Td>{what}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="xs" c="dimmed" mt="xs">
          On a Mac, Ctrl is ⌘. In fields, the keys do what they always do there.
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
