import { memo, type PointerEvent } from 'react';
import { ELEMENT_DEFAULTS } from '../../../../templates-engine/elements/shared/properties.ts';
import { kindOf, nameOf } from '../elements/kinds.ts';
import type { Item } from '../model/design.ts';
import { elementDomId } from '../model/focus.ts';
import { isFree } from '../model/layers.ts';
import { type LiveStore, useLive } from '../model/live.ts';
import classes from './canvas.module.css';
import { isInField } from './use-shortcuts.ts';

interface ElementViewProps {
  item: Item;
  /** Content for the browser to draw while there is no picture from the server yet. */
  content: string | null;
  isSelected: boolean;
  live: LiveStore;
  onPointerDown: (event: PointerEvent, item: Item) => void;
  onOpen: (item: Item, at?: { x: number; y: number }) => void;
  onToggle: (item: Item, adds: boolean) => void;
}

/**
 * Renders one element on the page as two layers: the area that takes the pointer, and a focusable control above it. The pointer needs the
 * element's exact shape, and the focus ring needs a minimum size.
 */
export const ElementView = memo(function ElementView({ item: edited, isSelected, live, ...props }: ElementViewProps) {
  // Only selected elements follow the pointer.
  const moved = useLive(live, ({ draft }) => isSelected && draft?.elements.find(({ id }) => id === edited.id));
  const item = moved || edited;
  const { x, y, width, height, rotation, opacity = ELEMENT_DEFAULTS.opacity } = item;
  const { Preview, isHollow } = kindOf(item);
  const place = {
    left: x,
    top: y,
    width,
    height,
    transform: rotation ? `rotate(${rotation}deg)` : undefined,
  };
  return (
    <>
      <div
        aria-hidden
        className={classes.element}
        data-selected={isSelected || undefined}
        data-hollow={isHollow || undefined}
        data-locked={!isFree(item) || undefined}
        data-item={item.id}
        style={place}
        onPointerDown={(event) => props.onPointerDown(event, item)}
        onClick={() => {
          // A click that opens an editor on the page leaves the focus there.
          if (!isInField(document.activeElement))
            document.getElementById(elementDomId(item.id))?.focus({ preventScroll: true });
        }}
        onDoubleClick={({ clientX, clientY }) => props.onOpen(item, { x: clientX, y: clientY })}
      >
        {(isHollow || props.content !== null) && (
          <div style={{ height: '100%', opacity: props.content === null ? 0 : opacity }}>
            <Preview element={item} content={props.content ?? ''} />
          </div>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: an HTML button would capture pointer events */}
      <div
        role="button"
        tabIndex={0}
        id={elementDomId(item.id)}
        aria-label={nameOf(item)}
        aria-pressed={isSelected}
        className={classes.stop}
        style={{ ...place, left: x + width / 2, top: y + height / 2 }}
        onClick={(event) => props.onToggle(item, event.shiftKey)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          if (event.key === 'Enter' && isSelected && !event.shiftKey) props.onOpen(item);
          else props.onToggle(item, event.shiftKey);
        }}
      />
    </>
  );
});
