import { Kbd, Modal, Table, Text } from '@mantine/core';

const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['Tab', 'Next element'],
  ['Enter or Space', 'Select the element. With Shift, add or remove it'],
  ['Enter', 'Edit the text of the selected element'],
  ['Arrow keys', 'Move by 1 point. With Shift, by 10'],
  ['Delete', 'Delete the selection'],
  ['Escape', 'Clear the selection, stop editing, or cancel a drag'],
  ['Ctrl+A', 'Select all'],
  ['Ctrl+C, X, V', 'Copy, cut and paste, also between templates'],
  ['Ctrl+D', 'Duplicate'],
  ['Ctrl+G', 'Group. With Shift, ungroup'],
  ['Ctrl+] and [', 'Bring forward, send backward. With Shift, to the front or back'],
  ['Ctrl+Shift+L', 'Lock or unlock'],
  ['Ctrl+Shift+H', 'Hide while editing. With nothing selected, show all'],
  ['Ctrl+Z', 'Undo'],
  ['Ctrl+Shift+Z', 'Redo'],
  ['Ctrl+B, I, U', 'Bold, italic and underline in a text'],
  ['+ and -', 'Zoom in and out. Shift+1 fits the page, Shift+0 is 100 %'],
  ['Ctrl+scroll', 'Zoom to the pointer'],
  ['Space+drag', 'Pan. Or drag with the middle button'],
  ['Double-click', 'Edit a text, or select one element of a group'],
  ['Right-click, Shift+F10', 'Open the menu of the selection'],
  ['Shift+drag', 'Keep proportions, or rotate in steps of 15°'],
  ['Alt+drag', 'Drag without snapping'],
];

export function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <Table verticalSpacing={4} fz="sm">
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
      <Text size="sm" c="dimmed" mt="xs">
        On a Mac, use ⌘ instead of Ctrl. These keys don’t apply while you type in a field.
      </Text>
    </Modal>
  );
}
