import { t } from '@lingui/core/macro';
import type { CSSProperties, KeyboardEvent, PointerEvent, RefObject } from 'react';
import { useEditor } from '../model/editor-context.ts';
import { round } from '../model/geometry.ts';
import type { Guide } from '../model/snapping.ts';
import classes from './canvas.module.css';
import { trackPointer } from './track-pointer.ts';

/** Adds, moves and removes guides. A guide dropped outside the page is removed. */
export function useGuides(stage: RefObject<HTMLElement | null>, zoom: number) {
  const { view, draft } = useEditor();
  const { guides, setGuides } = view;
  const follow = (event: PointerEvent, axis: Guide['axis'], others: readonly Guide[]) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const before = guides;
    let at = Number.NaN;
    trackPointer(event, {
      onMove: (move) => {
        const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
        at = Math.round(axis === 'x' ? (move.clientX - left) / zoom : (move.clientY - top) / zoom);
        setGuides([...others, { axis, at }]);
      },
      onEnd: (moved) => {
        if (!moved) return setGuides(before);
        const isOn = at >= 0 && at <= (axis === 'x' ? draft.page.width : draft.page.height);
        setGuides(isOn ? [...others, { axis, at }] : others);
      },
      onCancel: () => setGuides(before),
    });
  };
  return {
    startNew: (axis: Guide['axis']) => (event: PointerEvent) => follow(event, axis, guides),
    startMove: (event: PointerEvent, guide: Guide) =>
      follow(
        event,
        guide.axis,
        guides.filter((other) => other !== guide),
      ),
  };
}

interface GuidesProps {
  zoom: number;
  onStart: (event: PointerEvent, guide: Guide) => void;
}

/** Shows the guides over the page. Arrow keys move the focused one, Delete removes it. */
export function Guides({ zoom, onStart }: GuidesProps) {
  const { view, draft } = useEditor();
  const { guides, setGuides } = view;
  const onKeyDown = (event: KeyboardEvent, guide: Guide) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    if (by === undefined && !isRemoval) return;
    event.preventDefault();
    event.stopPropagation();
    const moved = { ...guide, at: round(guide.at + (by ?? 0) * (event.shiftKey ? 10 : 1)) };
    setGuides(guides.flatMap((other) => (other !== guide ? [other] : isRemoval ? [] : [moved])));
  };
  return guides.map((guide, index) => {
    const { axis, at } = guide;
    return (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: it keeps focus while it moves
        key={index}
        role="slider"
        aria-orientation={axis === 'x' ? 'horizontal' : 'vertical'}
        aria-label={axis === 'x' ? t`Vertical guide` : t`Horizontal guide`}
        aria-valuemin={0}
        aria-valuemax={axis === 'x' ? draft.page.width : draft.page.height}
        aria-valuenow={at}
        tabIndex={0}
        className={classes.ownGuide}
        data-axis={axis}
        style={placeOf(guide, draft.page, zoom)}
        onPointerDown={(event) => onStart(event, guide)}
        onKeyDown={(event) => onKeyDown(event, guide)}
      />
    );
  });
}

/** Distance that a guide extends beyond the page, in CSS pixels. */
const BEYOND = 56;

function placeOf({ axis, at }: Guide, page: { width: number; height: number }, zoom: number): CSSProperties {
  const length = `${(axis === 'x' ? page.height : page.width) * zoom + BEYOND}px`;
  const place = axis === 'x' ? { left: at * zoom } : { top: at * zoom };
  const style: Record<string, string | number | undefined> = { ...place, '--length': length };
  return style;
}
