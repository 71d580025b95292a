import { t } from '@lingui/core/macro';
import { LocalError } from '../../../lib/errors/errors.ts';
import { MAX_SIZE } from '../controls/read-picture.ts';
import { creatorFor } from '../elements/kinds.ts';
import { withId } from '../model/design.ts';
import { addItems } from '../model/edit.ts';
import type { Editor } from '../model/editor-context.ts';
import { type Point, round } from '../model/geometry.ts';

/** Maximum files that one drop adds. */
const MOST_FILES = 10;
/** Distance between the pictures of one drop, in points. */
const STEP = 12;

export const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files');

/** Adds the dropped files as elements, centred at a point. Throws a LocalError, and adds none, if one of them cannot be used. */
export async function dropFiles({ draft, edit, showTab }: Editor, files: readonly File[], at: Point): Promise<void> {
  if (files.length > MOST_FILES) throw new LocalError(t`Drop up to ${{ count: MOST_FILES }} pictures at once.`);
  const made = await Promise.all(
    files.map((file) => {
      const creator = creatorFor(file);
      if (!creator)
        throw new LocalError(
          t`“${{ file: file.name }}” isn’t a picture. Use PNG, JPEG, WebP or SVG, up to ${{ size: MAX_SIZE }}.`,
        );
      return creator.createFrom(draft.page, file);
    }),
  );
  const placed = made.map((element, index) => ({
    ...element,
    x: round(at.x - element.width / 2 + index * STEP),
    y: round(at.y - element.height / 2 + index * STEP),
  }));
  if (placed.length === 0) return;
  edit(addItems(placed.map(withId)));
  showTab('properties');
}
