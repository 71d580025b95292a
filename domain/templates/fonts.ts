import { z } from 'zod';
import { fontFamilies } from '../../templates-engine/index.ts';
import type { Services } from '../context.ts';

export const FontList = z.array(
  z.object({
    family: z.string(),
    weights: z.array(z.int()),
    hasItalic: z.boolean(),
    url: z.string().describe('A WOFF2 of its letters, for people to know it by; takes `weight` and `italic`'),
  }),
);

/** The families that a design may name. */
export const listFonts = ({ baseUrl }: Services): z.infer<typeof FontList> =>
  fontFamilies().map((font) => ({
    ...font,
    url: `${new URL(baseUrl).pathname.replace(/\/$/, '')}/fonts/${encodeURIComponent(font.family)}`,
  }));
