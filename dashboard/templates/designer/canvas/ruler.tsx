import { useComputedColorScheme } from '@mantine/core';
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { useUnit } from '../controls/use-unit.ts';
import { selectedOf } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { boundsOfAll } from '../model/geometry.ts';
import { toPoints, type Unit } from '../model/units.ts';
import classes from './canvas.module.css';

/** Width of a ruler, and minimum distance between two of its numbers, in CSS pixels. */
const RULER = 20;
const ROOM = 56;

interface RulerProps {
  axis: 'x' | 'y';
  zoom: number;
  viewport: RefObject<HTMLElement | null>;
  stage: RefObject<HTMLElement | null>;
  /** Called when a drag out of the ruler starts a guide. */
  onStart: (event: PointerEvent) => void;
}

/** Marks lengths along an edge of the viewport, starting at the page's corner. The View menu adds guides, too. */
export function Ruler({ axis, zoom, viewport, stage, onStart }: RulerProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const { selection, draft, live } = useEditor();
  const scheme = useComputedColorScheme();
  const [unit] = useUnit();
  // biome-ignore lint/correctness/useExhaustiveDependencies: repaints when the colours change
  useEffect(() => {
    const [canvas, scrolled] = [ref.current, viewport.current];
    if (!canvas || !scrolled) return;
    const paint = () => {
      const bounds = boundsOfAll(selectedOf(live.get().draft ?? draft, selection));
      drawRuler(canvas, axis, { zoom, unit, page: stage.current, bounds });
    };
    paint();
    const observer = new ResizeObserver(paint);
    observer.observe(scrolled);
    scrolled.addEventListener('scroll', paint, { passive: true });
    const unsubscribe = live.subscribe(paint);
    return () => {
      observer.disconnect();
      scrolled.removeEventListener('scroll', paint);
      unsubscribe();
    };
  }, [axis, zoom, draft, selection, live, viewport, stage, scheme, unit]);
  return (
    <canvas ref={ref} aria-hidden className={axis === 'x' ? classes.rulerX : classes.rulerY} onPointerDown={onStart} />
  );
}

interface Drawn {
  zoom: number;
  unit: Unit;
  page: HTMLElement | null;
  bounds: { x: number; y: number; width: number; height: number } | null;
}

function drawRuler(canvas: HTMLCanvasElement, axis: 'x' | 'y', { zoom, unit, page, bounds }: Drawn): void {
  const box = canvas.getBoundingClientRect();
  const at = page?.getBoundingClientRect();
  const pen = canvas.getContext('2d');
  if (!pen || !at) return;
  const ratio = devicePixelRatio;
  const [width, height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, box.width, box.height);
  const [origin, length] = axis === 'x' ? [at.left - box.left, box.width] : [at.top - box.top, box.height];
  const { color, outlineColor } = getComputedStyle(canvas);
  if (bounds) {
    pen.fillStyle = outlineColor;
    const [from, side] = axis === 'x' ? [bounds.x, bounds.width] : [bounds.y, bounds.height];
    if (axis === 'x') pen.fillRect(origin + from * zoom, 0, side * zoom, RULER);
    else pen.fillRect(0, origin + from * zoom, RULER, side * zoom);
  }
  pen.fillStyle = color;
  pen.font = '10px system-ui, sans-serif';
  const scale = toPoints(1, unit) * zoom;
  const step = stepFor(scale);
  const part = step / 5;
  for (let value = Math.floor(-origin / scale / part) * part; origin + value * scale < length; value += part) {
    const place = Math.round(origin + value * scale) + 0.5;
    const isNumbered = Math.abs(value / step - Math.round(value / step)) < 0.001;
    const tick = isNumbered ? RULER : 5;
    if (axis === 'x') pen.fillRect(place, RULER - tick, 0.75, tick);
    else pen.fillRect(RULER - tick, place, tick, 0.75);
    if (!isNumbered) continue;
    const label = String(Math.round(value * 100) / 100);
    if (axis === 'x') pen.fillText(label, place + 3, 9);
    else {
      pen.save();
      pen.translate(9, place + 3 + pen.measureText(label).width);
      pen.rotate(-Math.PI / 2);
      pen.fillText(label, 0, 0);
      pen.restore();
    }
  }
}

/** Returns the length between two labels: 1, 2 or 5 times a power of ten. `scale` is a unit's length in CSS pixels. */
function stepFor(scale: number): number {
  const least = ROOM / scale;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}
