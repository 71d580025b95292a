import { useEffect, useRef } from 'react';
import { notifyProblem } from '../../shared/problem.ts';
import { readPicture } from '../controls/read-picture.ts';
import { addItems, copiesOf, removeSelection } from '../model/edit.ts';
import { type Editor, focusSoon, PAGE_ID } from '../model/editor-context.tsx';
import { newImage } from '../model/new-elements.ts';
import { fromClipboard, toClipboard } from './clipboard.ts';
import { isInField } from './use-shortcuts.ts';

/** Copying, cutting and pasting elements, as text: so they go from one template to another. Pictures can be pasted, too. */
export function useClipboard(editor: Editor): void {
  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      if (copy(event, latest.current) && event.type === 'cut') {
        latest.current.edit(removeSelection);
        focusSoon(PAGE_ID);
      }
    };
    const onPaste = (event: ClipboardEvent) => void paste(event, latest.current).catch(notifyProblem);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
}

function copy(event: ClipboardEvent, { selected }: Editor): boolean {
  const hasText = document.getSelection()?.isCollapsed === false;
  if (selected.length === 0 || isInField(event.target) || hasText) return false;
  event.clipboardData?.setData('text/plain', toClipboard(selected));
  event.preventDefault();
  return true;
}

async function paste(event: ClipboardEvent, { edit, draft }: Editor): Promise<void> {
  if (isInField(event.target) || !event.clipboardData) return;
  const items = fromClipboard(event.clipboardData.getData('text/plain'));
  const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'));
  if (items) {
    event.preventDefault();
    edit(addItems(copiesOf(items)));
  } else if (file) {
    event.preventDefault();
    const { src, ...size } = await readPicture(file);
    edit(addItems([newImage(draft, src, size)]));
  }
}
