import type { CSSProperties, PointerEvent } from 'react';
import { kindOf } from '../elements/kinds.ts';
import type { Box, Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import type { Handle } from '../model/geometry.ts';
import type { Guide } from '../model/snapping.ts';
import classes from './canvas.module.css';

interface FramesProps {
  zoom: number;
  guides: readonly Guide[];
  marquee: Box | null;
  onResize: (event: PointerEvent, item: Item, handle: Handle) => void;
  onTurn: (event: PointerEvent, item: Item) => void;
}

/** The overlay of the page, which is never rendered: frames, handles, guides, marks. */
export function SelectionFrames({ zoom, guides, marquee, onResize, onTurn }: FramesProps) {
  const { selected, draft, preview } = useEditor();
  const [only] = selected.length === 1 ? selected : [];
  const misfits = new Set(preview.findings.map(({ itemId }) => itemId));
  return (
    <div className={classes.overlay} aria-hidden>
      {draft.elements.map((item) =>
        misfits.has(item.id) ? (
          <div key={item.id} className={classes.misfit} style={placed(item, zoom)}>
            <span>{kindOf(item).isText ? 'Look at this text' : 'Look at this'}</span>
          </div>
        ) : null,
      )}
      {selected.map((item) => (
        <div key={item.id} className={classes.frame} style={placed(item, zoom)}>
          {item === only && <Handles item={item} zoom={zoom} onResize={onResize} onTurn={onTurn} />}
        </div>
      ))}
      {guides.map(({ axis, at }) => (
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
      {marquee && <div className={classes.marquee} style={placed(marquee, zoom)} />}
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

const HANDLES: readonly Handle[] = [
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
  { x: -1, y: -1 },
];
const CURSORS = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'] as const;
/** Where a side is shorter than this, in CSS pixels, there is no room for a handle in its middle. */
const ROOM = 48;
const TURN_DISTANCE = 26;

function Handles({ item, zoom, onResize, onTurn }: Pick<FramesProps, 'zoom' | 'onResize' | 'onTurn'> & { item: Item }) {
  const isFlat = kindOf(item).isFlat?.(item) ?? false;
  const shown = HANDLES.filter(({ x, y }) => {
    if (isFlat) return y === 0;
    if (x === 0) return item.width * zoom >= ROOM;
    return y !== 0 || item.height * zoom >= ROOM;
  });
  const turned = Math.round((item.rotation ?? 0) / 45);
  return (
    <>
      {shown.map((handle) => (
        <div
          key={`${handle.x} ${handle.y}`}
          className={classes.handle}
          style={{
            left: `${50 + 50 * handle.x}%`,
            top: `${50 + 50 * handle.y}%`,
            cursor: CURSORS[(((HANDLES.indexOf(handle) + turned) % 4) + 4) % 4],
          }}
          onPointerDown={(event) => onResize(event, item, handle)}
        />
      ))}
      <div
        className={`${classes.handle} ${classes.turn}`}
        style={{ left: '50%', top: -TURN_DISTANCE }}
        onPointerDown={(event) => onTurn(event, item)}
      />
    </>
  );
}
