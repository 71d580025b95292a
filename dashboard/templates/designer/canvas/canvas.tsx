import { useElementSize } from '@mantine/hooks';
import { type CSSProperties, useCallback, useEffect, useRef } from 'react';
import { BACKGROUND_DEFAULTS } from '../../../../templates-engine/design/properties.ts';
import { GRADIENT_DEFAULTS } from '../../../../templates-engine/elements/shared/properties.ts';
import { kindOf } from '../elements/kinds.ts';
import type { Background, Gradient, Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { focusTextSoon, PAGE_ID } from '../model/focus.ts';
import classes from './canvas.module.css';
import { ElementView } from './element-view.tsx';
import { PagePicture } from './page-picture.tsx';
import { SelectionFrames } from './selection-frames.tsx';
import { useGestures } from './use-gestures.ts';
import { fitZoom, type Zoom } from './zoom.tsx';

/** The margin around the page, in CSS pixels, for handles and for starting a marquee. */
const PADDING = 28;

/** The page: the platform's pictures of its parts, and the gestures on elements. */
export function Canvas({ zoom: chosen }: { zoom: Zoom }) {
  const { draft, selection, dispatch, contentOf, preview, showTab } = useEditor();
  const { ref: sizeRef, width, height } = useElementSize();
  const zoom =
    chosen === 'fit' ? fitZoom(draft.page, { width: width - 2 * PADDING, height: height - 2 * PADDING }) : chosen;
  const stage = useRef<HTMLDivElement>(null);
  const { guides, marquee, startMove, startResize, startTurn, startMarquee } = useGestures(stage, zoom);
  const onPointerDown = useLatest(startMove);
  const onOpen = useLatest((item: Item) => {
    dispatch({ type: 'select', selection: [item.id] });
    showTab('properties');
    if (kindOf(item).isText) focusTextSoon({ isReplaced: false });
  });
  const onToggle = useLatest((item: Item, adds: boolean) => {
    const others = selection.filter((id) => id !== item.id);
    const isSelected = others.length < selection.length;
    dispatch({ type: 'select', selection: adds ? (isSelected ? others : [...others, item.id]) : [item.id] });
  });
  const { page, background, elements } = draft;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of elements, no form
    <div
      ref={sizeRef}
      id={PAGE_ID}
      className={classes.viewport}
      role="group"
      aria-label="Page"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and it takes the shortcuts
      tabIndex={0}
      style={{ padding: PADDING }}
      onPointerDown={startMarquee}
    >
      <div className={classes.page} style={{ width: page.width * zoom, height: page.height * zoom }}>
        <div
          ref={stage}
          className={classes.stage}
          style={
            {
              width: page.width,
              height: page.height,
              transform: `scale(${zoom})`,
              '--zoom': zoom,
              backgroundColor: background?.color ?? BACKGROUND_DEFAULTS.color,
            } as CSSProperties
          }
        >
          {!preview.background && <Ground background={background} />}
          <PagePicture draft={draft} preview={preview} without={NONE} />
          {elements.map((item) => (
            <ElementView
              key={item.id}
              item={item}
              isSelected={selection.includes(item.id)}
              content={preview.elements.has(item.id) ? null : contentOf(item)}
              onPointerDown={onPointerDown}
              onOpen={onOpen}
              onToggle={onToggle}
            />
          ))}
        </div>
        <SelectionFrames zoom={zoom} guides={guides} marquee={marquee} onResize={startResize} onTurn={startTurn} />
      </div>
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** As the engine draws a background's: a radial one reaches the farthest corner. */
function cssGradient({ type, angle = GRADIENT_DEFAULTS.angle, stops }: Gradient): string {
  const sorted = [...stops].sort((a, b) => a.offset - b.offset);
  const colors = sorted.map(({ offset, color }) => `${color} ${offset * 100}%`).join(', ');
  return type === 'radial' ? `radial-gradient(circle, ${colors})` : `linear-gradient(${angle}deg, ${colors})`;
}

function Ground({ background }: { background: Background | undefined }) {
  const gradient = background?.gradient && cssGradient(background.gradient);
  return (
    <div className={classes.sheet} style={gradient ? { backgroundImage: gradient } : {}}>
      {background?.image && (
        <img
          src={background.image}
          alt=""
          draggable={false}
          className={classes.picture}
          style={{ objectFit: background.fit ?? BACKGROUND_DEFAULTS.fit }}
        />
      )}
    </div>
  );
}

/** A stable function that calls the latest one given, so that elements are not rendered again for it. */
function useLatest<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
