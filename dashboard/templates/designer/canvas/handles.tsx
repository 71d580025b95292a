import type { PointerEvent } from 'react';
import type { Box } from '../model/design.ts';
import type { Handle } from '../model/geometry.ts';
import classes from './canvas.module.css';

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
/** Minimum length of a side that gets a handle in its middle, in CSS pixels. */
const ROOM = 48;
const LOW = 36;
const TURN_DISTANCE = 26;

interface HandlesProps {
  box: Box;
  rotation: number;
  /** True if only the ends have handles. */
  isFlat: boolean;
  zoom: number;
  onResize: (event: PointerEvent, handle: Handle) => void;
  onTurn?: (event: PointerEvent) => void;
}

/** Resizes and rotates a frame by pointer. The panel has fields for both. */
export function Handles({ box, rotation, isFlat, zoom, onResize, onTurn }: HandlesProps) {
  const shown = HANDLES.filter(({ x, y }) => {
    if (isFlat) return y === 0;
    // A low frame has no handles in the middle of its sides: that area drags the frame and opens its text.
    if (x === 0) return box.width * zoom >= ROOM && box.height * zoom >= LOW;
    return y !== 0 || box.height * zoom >= ROOM;
  });
  const turned = Math.round(rotation / 45);
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
          onPointerDown={(event) => onResize(event, handle)}
        />
      ))}
      {onTurn && (
        <div
          className={`${classes.handle} ${classes.turn}`}
          style={{ left: '50%', top: -TURN_DISTANCE }}
          onPointerDown={onTurn}
        />
      )}
    </>
  );
}
