import type { z } from 'zod';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { changeTagsOf } from './change-tags-of.ts';
import { chosenIds } from './choose.ts';
import type { ChangedTags, ChangeTags } from './schemas.ts';

/** Certificates per transaction, so that their rows are locked only briefly. */
const CHUNK = 500;

/**
 * Adds tags to the selected certificates and removes others. Leaves out certificates that would have too many. Commits in chunks; a call
 * after a failure changes the rest, because adding or removing a tag twice has no effect.
 */
export async function changeTags(
  context: ActingContext,
  { selection, add, remove }: z.infer<typeof ChangeTags>,
): Promise<z.infer<typeof ChangedTags>> {
  // Sorted, so that concurrent transactions lock rows in the same order.
  const ids = (await chosenIds(context, selection)).sort();
  const answer = { total: ids.length, changed: 0, full: 0 };
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    await context.em().transactional(async (em) => {
      const { changed, full } = await changeTagsOf(em, context, { ids: chunk, change: { add, remove } });
      answer.changed += changed.length;
      answer.full += full;
      const [first] = changed;
      if (first === undefined) return;
      const recorded =
        ids.length === 1
          ? { action: 'certificates.changeTags' as const, subject: first }
          : { action: 'certificates.changeTagsOfMany' as const, subject: String(changed.length) };
      await recordAction(em, context, recorded);
    });
  }
  return answer;
}
