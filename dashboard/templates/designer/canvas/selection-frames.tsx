import { Trans } from '@lingui/react/macro';
import type { CSSProperties, PointerEvent } from 'react';
import { useUnit } from '../controls/use-unit.ts';
import { kindOf } from '../elements/kinds.ts';
import type { Box, Item } from '../model/design.ts';
import type { Distance } from '../model/distances.ts';
import { selectedOf } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { boundsOfAll, type Handle } from '../model/geometry.ts';
import { isFree } from '../model/layers.ts';
import { useLive } from '../model/live.ts';
import { useChecked } from '../model/preview.ts';
import { lengthText } from '../model/units.ts';
import { GRID } from '../model/view.ts';
import classes from './canvas.module.css';
import { Handles } from './handles.tsx';

interface FramesProps {
  zoom: number;
  onResize: (event: PointerEvent, items: readonly Item[], handle: Handle) => void;
  onTurn: (event: PointerEvent, item: Item) => void;
}

/** Overlay of the page, which is not part of certificates: grid, frames, handles, guides, distances and problems. */
export function SelectionFrames({ zoom, onResize, onTurn }: FramesProps) {
  const { selection, draft: edited, view, session, live } = useEditor();
  const { findings } = useChecked();
  const marks = useLive(live, (shown) => shown);
  const { marquee, measure } = marks;
  const draft = marks.draft ?? edited;
  const selected = selectedOf(draft, selection);
  const [only] = selected.length === 1 ? selected : [];
  const bounds = boundsOfAll(selected);
  const several = selected.length > 1 ? bounds : null;
  const problems = new Set(findings.map(({ itemId }) => itemId));
  return (
    <div className={classes.overlay} aria-hidden>
      {view.settings.grid && (
        <div className={classes.grid} style={{ backgroundSize: `${GRID * zoom}px ${GRID * zoom}px` }} />
      )}
      {draft.elements.map((item) =>
        problems.has(item.id) && !view.hidden.has(item.id) ? (
          <div key={item.id} className={classes.misfit} style={placed(item, zoom)}>
            <span>
              <Trans>Problem</Trans>
            </span>
          </div>
        ) : null,
      )}
      {selected.map((item) => (
        <div
          key={item.id}
          className={classes.frame}
          data-locked={!isFree(item) || undefined}
          style={placed(item, zoom)}
        >
          {item === only && isFree(item) && session?.id !== item.id && (
            <Handles
              box={item}
              rotation={item.rotation ?? 0}
              isFlat={kindOf(item).isFlat?.(item) ?? false}
              zoom={zoom}
              onResize={(event, handle) => onResize(event, [item], handle)}
              onTurn={(event) => onTurn(event, item)}
            />
          )}
        </div>
      ))}
      {several && selected.some(isFree) && (
        <div className={classes.several} style={placed(several, zoom)}>
          <Handles
            box={several}
            rotation={0}
            isFlat={false}
            zoom={zoom}
            onResize={(event, handle) => onResize(event, selected, handle)}
          />
        </div>
      )}
      {marks.guides.map(({ axis, at }) => (
        <div
          key={axis}
          className={classes.guide}
          style={
            axis === 'x'
              ? { left: at * zoom, width: 1, top: 0, bottom: 0 }
              : { top: at * zoom, height: 1, left: 0, right: 0 }
          }
        />
      ))}
      {marks.distances.map((distance) => (
        <Gap key={`${distance.axis} ${distance.to}`} distance={distance} zoom={zoom} />
      ))}
      {measure !== null && bounds && (
        <div
          className={classes.measure}
          style={{ left: (bounds.x + bounds.width / 2) * zoom, top: (bounds.y + bounds.height) * zoom }}
        >
          {measure}
        </div>
      )}
      {marquee && <div className={classes.marquee} style={placed(marquee, zoom)} />}
    </div>
  );
}

/** Shows a distance with its length. */
function Gap({ distance: { axis, from, to, at }, zoom }: { distance: Distance; zoom: number }) {
  const [unit] = useUnit();
  const length = (to - from) * zoom;
  const style =
    axis === 'x'
      ? { left: from * zoom, top: at * zoom, width: length, height: 1 }
      : { left: at * zoom, top: from * zoom, width: 1, height: length };
  return (
    <div className={classes.distance} style={style}>
      {length > 14 && <span>{lengthText(to - from, unit)}</span>}
    </div>
  );
}

const placed = ({ x, y, width, height, rotation }: Box & { rotation?: number }, zoom: number): CSSProperties => ({
  left: x * zoom,
  top: y * zoom,
  width: width * zoom,
  height: height * zoom,
  transform: rotation ? `rotate(${rotation}deg)` : undefined,
});
