import { t } from '@lingui/core/macro';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type CSSProperties, type DragEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { BACKGROUND_DEFAULTS } from '../../../../templates-engine/design/properties.ts';
import { notifyError } from '../../../lib/errors/errors.ts';
import { useOfferToKeep } from '../controls/library/use-keep.ts';
import { inlineOf } from '../elements/kinds.ts';
import type { Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { PAGE_ID } from '../model/focus.ts';
import { withGroups } from '../model/layers.ts';
import { usePictures } from '../model/preview.ts';
import classes from './canvas.module.css';
import { ContextMenu, useContextMenu } from './context-menu.tsx';
import { dropFiles, hasFiles } from './drop-files.ts';
import { dropVariable, hasVariable } from './drop-variable.ts';
import { ElementView } from './element-view.tsx';
import { Ground } from './ground.tsx';
import { Guides, useGuides } from './guides.tsx';
import { PagePicture } from './page-picture.tsx';
import { Ruler } from './ruler.tsx';
import { SelectionFrames } from './selection-frames.tsx';
import { useFocusAdded } from './use-focus-added.ts';
import { useGestures } from './use-gestures.ts';
import { useOpenText } from './use-open-text.ts';
import { useViewport } from './use-viewport.ts';
import { fitZoom } from './zoom.tsx';

/** Margin around the page for handles and for starting a marquee, in CSS pixels. */
const PADDING = 40;

/** Shows the page from the server's pictures of its parts and handles gestures on its elements. */
export function Canvas() {
  const editor = useEditor();
  const { draft, selection, dispatch, contentOf, showTab, view, session, live } = editor;
  const pictures = usePictures();
  const offer = useOfferToKeep();
  const { ref: sizeRef, width, height } = useElementSize();
  const viewport = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const fit = fitZoom(draft.page, { width: width - 2 * PADDING, height: height - 2 * PADDING });
  const zoom = view.zoom === 'fit' ? fit : view.zoom;
  useEffect(() => {
    view.fit.current = fit;
  });
  // Half of the viewport on each side, so that any point of the page can be scrolled to any place.
  const room = view.zoom === 'fit' ? '0' : `${Math.round(height / 2)}px ${Math.round(width / 2)}px`;
  const { isPanning, startPan } = useViewport(viewport, stage, zoom, room);
  const { pageOf, startMove, startResize, startTurn, startMarquee } = useGestures(stage, zoom);
  const guides = useGuides(stage, zoom);
  const menu = useContextMenu();
  const openText = useOpenText();
  useFocusAdded(editor);
  const onPointerDown = useLatest(startMove);
  const onOpen = useLatest((item: Item, opened?: { x: number; y: number }) => {
    dispatch({ type: 'select', selection: [item.id] });
    showTab('properties');
    openText(item, { isReplaced: false, ...(opened && { opened }) });
  });
  const onToggle = useLatest((item: Item, adds: boolean) => {
    const own = withGroups(draft, [item.id]);
    const others = selection.filter((id) => !own.includes(id));
    const isSelected = others.length < selection.length;
    dispatch({ type: 'select', selection: adds ? (isSelected ? others : [...others, ...own]) : own });
  });
  const edited = session ? draft.elements.find(({ id }) => id === session.id) : undefined;
  const unseen = useMemo(
    () => (session ? new Set([...view.hidden, session.id]) : view.hidden),
    [view.hidden, session?.id, session],
  );
  const { page, background, elements } = draft;
  const { rulers } = view.settings;
  const onDrop = (event: DragEvent) => {
    const isInText = event.target instanceof Element && event.target.closest('[contenteditable]') !== null;
    if (hasFiles(event.dataTransfer)) {
      event.preventDefault();
      const files = [...event.dataTransfer.files];
      return void dropFiles(editor, files, pageOf(event)).then(() => offer(files), notifyError);
    }
    if (isInText || !hasVariable(event.dataTransfer)) return;
    event.preventDefault();
    dropVariable(editor, event, pageOf(event));
  };
  const onDragOver = (event: DragEvent) => {
    if (hasVariable(event.dataTransfer) || hasFiles(event.dataTransfer)) event.preventDefault();
  };
  return (
    // A page has its first millimetre at the left, in every language of the screen.
    <div className={classes.frameOfRulers} dir="ltr" data-bare={!rulers || undefined}>
      {rulers && (
        <>
          <Ruler axis="x" zoom={zoom} viewport={viewport} stage={stage} onStart={guides.startNew('y')} />
          <Ruler axis="y" zoom={zoom} viewport={viewport} stage={stage} onStart={guides.startNew('x')} />
        </>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: it groups elements and is not a form */}
      <div
        ref={useMergedRef(sizeRef, viewport)}
        id={PAGE_ID}
        className={classes.viewport}
        role="group"
        aria-label={t`Page`}
        data-panning={isPanning || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and handles shortcuts
        tabIndex={0}
        style={{ padding: PADDING }}
        onPointerDownCapture={startPan}
        onPointerDown={startMarquee}
        onContextMenu={menu.open}
        onDragOver={onDragOver}
        onDrop={onDrop}
      >
        <div className={classes.room} style={{ padding: room }}>
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
              {!pictures.background && <Ground background={background} />}
              <PagePicture draft={draft} live={live} pictures={pictures} without={unseen} />
              {elements.map((item) =>
                view.hidden.has(item.id) ? null : (
                  <ElementView
                    key={item.id}
                    item={item}
                    content={pictures.elements.has(item.id) || item === edited ? null : contentOf(item)}
                    isSelected={selection.includes(item.id)}
                    live={live}
                    onPointerDown={onPointerDown}
                    onOpen={onOpen}
                    onToggle={onToggle}
                  />
                ),
              )}
              {edited && session && <Inline item={edited} session={session} />}
            </div>
            <SelectionFrames zoom={zoom} onResize={startResize} onTurn={startTurn} />
            <Guides zoom={zoom} onStart={guides.startMove} />
          </div>
        </div>
      </div>
      <ContextMenu menu={menu} />
    </div>
  );
}

function Inline({ item, session }: { item: Item; session: NonNullable<ReturnType<typeof useEditor>['session']> }) {
  const inline = inlineOf(item);
  return inline ? <inline.Editor item={item} session={session} /> : null;
}

/** Returns a stable function that calls the latest `act`, so that elements are not rendered again when it changes. */
function useLatest<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
