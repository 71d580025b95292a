import { t } from '@lingui/core/macro';
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { MAX_CONTENT_LENGTH } from '../../../../../templates-engine/elements/shared/properties.ts';
import { plainTextOf, TEXT_DEFAULTS } from '../../../../../templates-engine/elements/text/properties.ts';
import type { ElementOf, Item } from '../../model/design.ts';
import { changeItems } from '../../model/edit.ts';
import { useEditor } from '../../model/editor-context.ts';
import { elementDomId, focusSoon, INLINE_TEXT_ID } from '../../model/focus.ts';
import type { TextSession } from '../../model/text-range.ts';
import { useFace } from './fonts.ts';
import { markVariables } from './mark-variables.ts';
import { fitText, JUSTIFY } from './preview.tsx';
import { contentOfRuns, withText } from './runs.ts';
import { readRange, readRuns, selectRange, textCss, writeRuns } from './text-dom.ts';
import { useStyling } from './use-styling.ts';

/** Edits a text in place on the page. */
export function InlineText({ item, session }: { item: Item<ElementOf<'text'>>; session: TextSession }) {
  const ref = useRef<HTMLDivElement>(null);
  const { edit, dispatch, setSession } = useEditor();
  const { toggle } = useStyling(item, session);
  const { font, weight = TEXT_DEFAULTS.weight, italic = TEXT_DEFAULTS.italic } = item;
  const hasFace = useFace(font, weight, italic);
  const shown = JSON.stringify(item.text);
  // Writes the design's text into the DOM, unless it comes from typing there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: loading the font changes the measurements
  useLayoutEffect(() => {
    const root = ref.current;
    if (!root) return;
    const hasChildren = root.childNodes.length > 0;
    if (!hasChildren || root.dataset.shown !== shown) {
      writeRuns(root, item);
      root.dataset.shown = shown;
      if (document.activeElement === root || !hasChildren) selectRange(root, session.range);
    }
    fitText(root, item);
  }, [item, shown, hasFace]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text moves the marks
  useLayoutEffect(() => (ref.current ? markVariables(ref.current) : undefined), [item]);
  // Focuses before paint, so that keys typed immediately go here.
  useLayoutEffect(() => ref.current?.focus(), []);
  useEffect(() => {
    const follow = () => {
      // Without the focus the selection can be one that a change of the text has moved.
      const range = ref.current === document.activeElement && ref.current && readRange(ref.current);
      if (range) setSession({ id: item.id, range });
    };
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, [item.id, setSession]);

  const write = (text: Item<ElementOf<'text'>>['text']) => {
    if (plainTextOf(text).length <= MAX_CONTENT_LENGTH) edit(changeItems([item.id], { text }), `inline ${item.id}`);
  };
  const onInput = () => {
    const root = ref.current;
    if (!root) return;
    const text = contentOfRuns(readRuns(root));
    root.dataset.shown = JSON.stringify(text);
    write(text);
  };
  const onBeforeInput = (event: FormEvent<HTMLDivElement>) => {
    const { inputType } = event.nativeEvent as InputEvent;
    if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') event.preventDefault();
  };
  /** Current selection. Fast typing is ahead of the `selectionchange` event. */
  const selected = () => (ref.current && readRange(ref.current)) ?? session.range;
  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (event.key === 'Escape') {
      setSession(null);
      dispatch({ type: 'settle' });
      focusSoon(elementDomId(item.id));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const { start, end } = selected();
      write(withText(item.text, { start, end }, '\n'));
      setSession({ id: item.id, range: { start: start + 1, end: start + 1 } });
    } else if (command && key === 'z') dispatch({ type: event.shiftKey ? 'redo' : 'undo' });
    else if (command && key === 'y') dispatch({ type: 'redo' });
    else if (command && (key === 'b' || key === 'i' || key === 'u')) {
      const range = selected();
      toggle(key, range);
      setSession({ id: item.id, range });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      style={{
        position: 'absolute',
        left: item.x,
        top: item.y,
        width: item.width,
        height: item.height,
        transform: item.rotation ? `rotate(${item.rotation}deg)` : undefined,
        display: 'flex',
        flexDirection: 'column',
        justifyContent: JUSTIFY[item.verticalAlign ?? TEXT_DEFAULTS.verticalAlign],
        userSelect: 'text',
      }}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: HTML fields cannot style parts of their text */}
      <div
        ref={ref}
        id={INLINE_TEXT_ID}
        role="textbox"
        aria-multiline
        aria-label={t`Text on the page`}
        tabIndex={0}
        contentEditable="plaintext-only"
        suppressContentEditableWarning
        spellCheck
        dir="auto"
        style={{ ...textCss(item), outline: 'none', cursor: 'text', caretColor: '#0b6b43' }}
        onBeforeInput={onBeforeInput}
        onInput={onInput}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => selectRange(currentTarget, session.range)}
        onBlur={() => dispatch({ type: 'settle' })}
      />
    </div>
  );
}
