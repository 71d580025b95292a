import { t } from '@lingui/core/macro';
import { Menu, Text } from '@mantine/core';
import { Fragment, type MouseEvent, useEffect, useRef, useState } from 'react';
import { notifyError } from '../../../lib/errors/errors.ts';
import { useEditor } from '../model/editor-context.ts';
import { elementDomId, PAGE_ID } from '../model/focus.ts';
import { withGroups } from '../model/layers.ts';
import { selectionActions } from './actions.ts';
import { pasteOf } from './clipboard.ts';
import { useOpenText } from './use-open-text.ts';

interface Opened {
  x: number;
  y: number;
}

/** Opens the selection's menu at the pointer, or at the focused element (Shift+F10). */
export function useContextMenu() {
  const { draft, selection, dispatch } = useEditor();
  const [at, setAt] = useState<Opened | null>(null);
  const open = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[contenteditable]')) return;
    event.preventDefault();
    const own = target?.closest<HTMLElement>('[data-item]')?.dataset.item ?? target?.id.replace(/^element-/, '');
    const item = draft.elements.find(({ id }) => id === own);
    if (item && !selection.includes(item.id)) dispatch({ type: 'select', selection: withGroups(draft, [item.id]) });
    setAt({ x: event.clientX, y: event.clientY });
  };
  return { at, open, close: () => setAt(null) };
}

export function ContextMenu({ menu: { at, close } }: { menu: ReturnType<typeof useContextMenu> }) {
  const editor = useEditor();
  const openText = useOpenText();
  const focusSelected = useFocusSelected(editor.selection);
  const mayRead = typeof navigator.clipboard?.readText === 'function';
  const paste = async () => {
    const pasted = pasteOf(await navigator.clipboard.readText());
    if (pasted) editor.edit(pasted);
  };
  const sections = selectionActions(editor, {
    editText: (item) => openText(item, { isReplaced: false }),
    paste: mayRead ? () => void paste().catch(notifyError) : null,
  });
  return (
    <Menu
      opened={at !== null}
      onChange={(isOpen) => {
        if (isOpen) return;
        close();
        focusSelected();
      }}
      position="bottom-start"
      width={270}
      offset={2}
      // Placed next to the pointer if it fits neither below nor above.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      returnFocus={false}
    >
      <Menu.Target>
        <span
          aria-hidden
          style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0, width: 1, height: 1, pointerEvents: 'none' }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Actions`} mah="calc(100dvh - 16px)" style={{ overflowY: 'auto' }}>
        {sections.map((actions, index) => (
          <Fragment key={actions[0]?.label}>
            {index > 0 && <Menu.Divider />}
            {actions.map(({ label, icon: Icon, keys, isDisabled, run }) => (
              <Menu.Item
                key={label}
                leftSection={<Icon size={16} aria-hidden />}
                rightSection={
                  keys && (
                    <Text size="xs" c="dimmed" aria-hidden>
                      {keys}
                    </Text>
                  )
                }
                disabled={isDisabled ?? false}
                onClick={run}
              >
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * Returns a function that focuses the selection, for example copies that an action of the menu has made. Keeps the focus if the action has
 * moved it.
 */
function useFocusSelected(selection: readonly string[]): () => void {
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  return () =>
    void requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body && !activeElement.closest('[role="menu"]')) return;
      const id = latest.current.at(-1);
      document.getElementById(id === undefined ? PAGE_ID : elementDomId(id))?.focus({ preventScroll: true });
    });
}
