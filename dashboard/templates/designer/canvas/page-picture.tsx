import { useLayoutEffect, useRef } from 'react';
import { kindOf } from '../elements/kinds.ts';
import type { Draft, Item } from '../model/design.ts';
import type { LiveStore } from '../model/live.ts';
import { type ElementPicture, PIXELS_PER_POINT, type Pictures } from '../model/preview.ts';
import classes from './canvas.module.css';

interface PagePictureProps {
  draft: Draft;
  live: LiveStore;
  pictures: Pictures;
  /** Elements that something else currently shows. */
  without: ReadonlySet<string>;
}

/**
 * Draws the page from the server's pictures of its parts, pixel by pixel. Moving an element moves its picture. If an element's size or
 * angle differs from its picture, the picture is transformed until the next one arrives.
 */
export function PagePicture({ draft, live, pictures, without }: PagePictureProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const { page } = draft;
  const [width, height] = [Math.round(page.width * PIXELS_PER_POINT), Math.round(page.height * PIXELS_PER_POINT)];
  useLayoutEffect(() => {
    const pen = ref.current?.getContext('2d');
    if (!pen) return;
    let painted: Draft | null = null;
    const paint = () => {
      const now = live.get().draft ?? draft;
      if (now === painted) return;
      painted = now;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, width, height);
      const { background } = pictures;
      if (background?.bitmap) pen.drawImage(background.bitmap, background.left, background.top);
      for (const item of now.elements) {
        const picture = pictures.elements.get(item.id);
        if (picture?.bitmap && !without.has(item.id)) draw(pen, item, picture, picture.bitmap);
      }
    };
    paint();
    return live.subscribe(paint);
  }, [width, height, draft, live, pictures, without]);
  return (
    <canvas
      ref={ref}
      width={width}
      height={height}
      aria-hidden
      className={classes.picture}
      data-current={pictures.isCurrent || undefined}
    />
  );
}

function draw(pen: CanvasRenderingContext2D, item: Item, { of, left, top }: ElementPicture, bitmap: ImageBitmap): void {
  const isSameSize = item.width === of.width && item.height === of.height;
  const [turn, before] = [item.rotation ?? 0, of.rotation ?? 0];
  if (isSameSize && turn === before) {
    pen.setTransform(1, 0, 0, 1, pixels(item.x - of.x), pixels(item.y - of.y));
  } else {
    const { stretches, anchorOf } = kindOf(item);
    const scale = stretches ? { x: item.width / of.width, y: item.height / of.height } : { x: 1, y: 1 };
    // Keep a picture that is not stretched where its text is aligned.
    const anchor = anchorOf?.(item) ?? { x: 0.5, y: 0.5 };
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.translate((item.x + item.width / 2) * PIXELS_PER_POINT, (item.y + item.height / 2) * PIXELS_PER_POINT);
    pen.rotate((turn * Math.PI) / 180);
    pen.translate(
      (anchor.x - 0.5) * (item.width - of.width * scale.x) * PIXELS_PER_POINT,
      (anchor.y - 0.5) * (item.height - of.height * scale.y) * PIXELS_PER_POINT,
    );
    pen.scale(scale.x, scale.y);
    pen.rotate((-before * Math.PI) / 180);
    pen.translate(-(of.x + of.width / 2) * PIXELS_PER_POINT, -(of.y + of.height / 2) * PIXELS_PER_POINT);
  }
  pen.drawImage(bitmap, left, top);
}

const pixels = (points: number): number => Math.round(points * PIXELS_PER_POINT);
