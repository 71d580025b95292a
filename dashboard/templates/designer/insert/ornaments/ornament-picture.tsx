import { withoutBraces } from '../../../../../templates-engine/text/placeholders.ts';
import { kindOf } from '../../elements/kinds.ts';
import type { Item } from '../../model/design.ts';
import { boundsOfAll } from '../../model/geometry.ts';
import classes from './ornaments.module.css';

/** Maximum size of a picture, in CSS pixels. */
const ROOM = { width: 92, height: 64 };

/** Draws elements in the browser, as large as the available space allows. */
export function OrnamentPicture({ items }: { items: readonly Item[] }) {
  const bounds = boundsOfAll(items);
  if (!bounds) return null;
  const scale = Math.min(ROOM.width / bounds.width, ROOM.height / Math.max(bounds.height, 1));
  return (
    <span
      aria-hidden
      className={classes.picture}
      style={{ width: bounds.width * scale, height: bounds.height * scale }}
    >
      {items.map((item) => {
        const { Preview, contentOf } = kindOf(item);
        const content = withoutBraces(contentOf(item));
        return (
          <span
            key={item.id}
            className={classes.pictured}
            style={{
              left: (item.x - bounds.x) * scale,
              top: (item.y - bounds.y) * scale,
              width: item.width,
              height: item.height,
              transform: `scale(${scale})`,
            }}
          >
            <Preview element={item} content={content} />
          </span>
        );
      })}
    </span>
  );
}
