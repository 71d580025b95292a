import type { z } from 'zod';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { MAX_FONTS, MAX_FONTS_BYTES } from '../limits.ts';
import { iso } from '../shared/schemas.ts';
import { templatesByFont } from './find-users.ts';
import type { FontFiles } from './schemas.ts';

/** Returns an organisation's uploaded fonts by family, with the latest upload first. */
export async function listFonts(context: DomainContext): Promise<z.infer<typeof FontFiles>> {
  const em = context.em();
  const rows = await database(em)
    .selectFrom('fonts')
    .select(['id', 'family', 'faces', 'size', 'uploadedBy', 'createdAt'])
    .where('organisationId', '=', context.organisationId)
    .orderBy('family')
    .orderBy('id', 'desc')
    .execute();
  const users = await templatesByFont(em, context.organisationId);
  return {
    fonts: rows.map(({ faces, createdAt, ...font }) => ({
      ...font,
      faces: faces.map(({ weight, italic, style }) => ({ weight, italic, style })),
      createdAt: iso(createdAt),
      usedBy: users.get(font.id) ?? [],
    })),
    limits: { fonts: MAX_FONTS, bytes: MAX_FONTS_BYTES },
  };
}
