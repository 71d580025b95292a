import { useEffect, useRef } from 'react';
import { notifyError } from '../../../lib/errors/errors.ts';
import { useOfferToKeep } from '../controls/library/use-keep.ts';
import { creatorFor } from '../elements/kinds.ts';
import { withId } from '../model/design.ts';
import { addItems, removeSelection } from '../model/edit.ts';
import type { Editor } from '../model/editor-context.ts';
import { focusSoon, PAGE_ID } from '../model/focus.ts';
import { pasteOf, toClipboard } from './clipboard.ts';
import { isInField } from './use-shortcuts.ts';

type Offer = ReturnType<typeof useOfferToKeep>;

/**
 * Copies, cuts and pastes elements as text, so that they can move between templates. Also pastes files from which an element can be
 * created.
 */
export function useClipboard(editor: Editor): void {
  const latest = useRef(editor);
  const offer = useOfferToKeep();
  const latestOffer = useRef(offer);
  useEffect(() => {
    latest.current = editor;
    latestOffer.current = offer;
  });
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      if (copy(event, latest.current) && event.type === 'cut') {
        latest.current.edit(removeSelection);
        focusSoon(PAGE_ID);
      }
    };
    const onPaste = (event: ClipboardEvent) =>
      void paste(event, latest.current, latestOffer.current).catch(notifyError);
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

function copy(event: ClipboardEvent, { draft, selected }: Editor): boolean {
  const hasText = document.getSelection()?.isCollapsed === false;
  if (selected.length === 0 || isInField(event.target) || hasText) return false;
  event.clipboardData?.setData('text/plain', toClipboard(draft, selected));
  event.preventDefault();
  return true;
}

async function paste(event: ClipboardEvent, { edit, draft }: Editor, offer: Offer): Promise<void> {
  if (isInField(event.target) || !event.clipboardData) return;
  const pasted = pasteOf(event.clipboardData.getData('text/plain'));
  const [made] = [...event.clipboardData.files].flatMap((file) => {
    const creator = creatorFor(file);
    return creator ? [{ creator, file }] : [];
  });
  if (pasted) {
    event.preventDefault();
    edit(pasted);
  } else if (made) {
    event.preventDefault();
    edit(addItems([withId(await made.creator.createFrom(draft.page, made.file))]));
    offer([made.file]);
  }
}
