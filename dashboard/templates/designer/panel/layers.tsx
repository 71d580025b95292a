import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { kindOf, nameOf } from '../elements/kinds.ts';
import { useEditor } from '../model/editor-context.ts';
import { LayerTools } from './arrange.tsx';
import classes from './layers.module.css';

/** All elements of the page, the topmost first. */
export function Layers() {
  const { draft, selection, dispatch } = useEditor();
  const pick = (id: string, adds: boolean) => {
    const others = selection.filter((selected) => selected !== id);
    const isSelected = others.length < selection.length;
    dispatch({ type: 'select', selection: adds ? (isSelected ? others : [...others, id]) : [id] });
  };
  if (draft.elements.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The page is empty. Add a text, an image, a shape or a QR code above it.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Group gap={2} role="group" aria-label="Order">
        <LayerTools />
      </Group>
      <ul className={classes.list}>
        {draft.elements.toReversed().map((item) => {
          const Icon = kindOf(item).iconOf(item);
          return (
            <li key={item.id}>
              <UnstyledButton
                className={classes.layer}
                aria-pressed={selection.includes(item.id)}
                onClick={(event) => pick(item.id, event.shiftKey || event.ctrlKey || event.metaKey)}
              >
                <Icon size={16} aria-hidden />
                <Text span size="sm" truncate>
                  {nameOf(item)}
                </Text>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <Text size="xs" c="dimmed">
        With Shift, several are selected.
      </Text>
    </Stack>
  );
}
