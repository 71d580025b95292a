import { useEffect, useState } from 'react';
import type { WorkOwner } from './kept-work.ts';
import { claimTab, whenClosed } from './tab.ts';

interface Message {
  kind: 'opened' | 'here' | 'closed';
  tab: string;
}

/** Returns whether the same person has the template open in another tab of this browser. */
export function useOtherTabs({ personId, templateId }: WorkOwner): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(`laurel-designer-${personId}-${templateId}`);
    const others = new Set<string>();
    let isGone = false;
    let leave = () => {};
    const note = (tab: string, isThere: boolean) => {
      if (isThere) others.add(tab);
      else others.delete(tab);
      if (!isGone) setOpen(others.size > 0);
    };
    void claimTab().then((own) => {
      if (isGone) return;
      const tell = (kind: Message['kind']) => channel.postMessage({ kind, tab: own } satisfies Message);
      channel.onmessage = ({ data: { kind, tab } }: MessageEvent<Message>) => {
        note(tab, kind !== 'closed');
        if (kind === 'closed') return;
        // A tab that is closed by force sends no message.
        void whenClosed(tab).then(() => note(tab, false));
        if (kind === 'opened') tell('here');
      };
      leave = () => tell('closed');
      addEventListener('pagehide', leave);
      tell('opened');
    });
    return () => {
      isGone = true;
      removeEventListener('pagehide', leave);
      leave();
      channel.close();
    };
  }, [personId, templateId]);
  return isOpen;
}
