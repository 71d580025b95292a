import { type DragEvent, useState } from 'react';
import { useEditor } from '../model/editor-context.ts';
import { dropLayer } from '../model/layers.ts';

export interface LayerDrag {
  /** Drop position of the dragged row. */
  over: { id: string; side: 'above' | 'below' } | null;
  /** Returns the props of a row that represents these elements. */
  rowProps: (ids: readonly string[]) => {
    draggable: boolean;
    onDragStart: (event: DragEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDragEnd: () => void;
    onDrop: (event: DragEvent) => void;
  };
}

/** Reorders layers by drag and drop. The tools above the list, which has the topmost first, work by keyboard. */
export function useLayerDrag(): LayerDrag {
  const { edit } = useEditor();
  const [dragged, setDragged] = useState<readonly string[] | null>(null);
  const [over, setOver] = useState<LayerDrag['over']>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    over,
    rowProps: (ids) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.setData('application/x-laurel-layer', '');
        event.dataTransfer.effectAllowed = 'move';
        setDragged(ids);
      },
      onDragOver: (event) => {
        const [top] = ids;
        const bottom = ids.at(-1);
        if (!dragged || top === undefined || bottom === undefined || ids.some((id) => dragged.includes(id))) return;
        event.preventDefault();
        const { top: edge, height } = event.currentTarget.getBoundingClientRect();
        const side = event.clientY < edge + height / 2 ? 'above' : 'below';
        setOver({ id: side === 'above' ? top : bottom, side });
      },
      onDragEnd: end,
      onDrop: (event) => {
        event.preventDefault();
        if (dragged && over) edit(dropLayer(dragged, over.id, over.side));
        end();
      },
    }),
  };
}
