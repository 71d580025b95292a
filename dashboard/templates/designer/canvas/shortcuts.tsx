import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Kbd, Modal, Table, Text } from '@mantine/core';

const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['Tab', t`Next element`],
  [t`Enter or Space`, t`Select the element. With Shift, add or remove it`],
  ['Enter', t`Edit the text of the selected element`],
  [t`Arrow keys`, t`Move by 1 point. With Shift, by 10`],
  ['Delete', t`Delete the selection`],
  ['Escape', t`Clear the selection, stop editing, or cancel a drag`],
  ['Ctrl+A', t`Select all`],
  ['Ctrl+C, X, V', t`Copy, cut and paste, also between templates`],
  ['Ctrl+D', t`Duplicate`],
  ['Ctrl+G', t`Group. With Shift, ungroup`],
  [t`Ctrl+] and [`, t`Bring forward, send backward. With Shift, to the front or back`],
  ['Ctrl+Shift+L', t`Lock or unlock`],
  ['Ctrl+Shift+H', t`Hide while editing. With nothing selected, show all`],
  ['Ctrl+Z', t`Undo`],
  ['Ctrl+Shift+Z', t`Redo`],
  ['Ctrl+B, I, U', t`Bold, italic and underline in a text`],
  [t`+ and -`, t`Zoom in and out. Shift+1 fits the page, Shift+0 is 100 %`],
  [t`Ctrl+scroll`, t`Zoom to the pointer`],
  [t`Space+drag`, t`Pan. Or drag with the middle button`],
  [t`Double-click`, t`Edit a text, or select one element of a group`],
  [t`Right-click, Shift+F10`, t`Open the menu of the selection`],
  [t`Shift+drag`, t`Keep proportions, or rotate in steps of 15°`],
  [t`Alt+drag`, t`Drag without snapping`],
];

export function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Keyboard shortcuts`} size="lg">
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
        <Trans>On a Mac, use ⌘ instead of Ctrl. These keys don’t apply while you type in a field.</Trans>
      </Text>
    </Modal>
  );
}
