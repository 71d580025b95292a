import { t } from '@lingui/core/macro';
import type { DetailCode } from '../../../errors/detail.ts';
import { joined } from '../../language/joined.ts';
import { list, megabytes, number, type Texts } from './text-values.ts';

const NOT_A_PICTURE = t`This can’t be read as a picture. Use a PNG, JPEG, WebP or SVG, and a smaller one if it’s very large.`;
const FONT_DAMAGED = t`This font file is incomplete or damaged. Download or export it again.`;
const FONT_UNUSABLE = t`This font can’t be used: it lacks parts that text needs. Use another one.`;
const PDF_TOO_COMPLEX = t`This PDF is too large or too complex. Simplify it, or use a picture of it as the background.`;

/** Texts of faults of uploaded files. */
export const FILE_TEXTS = {
  not_a_picture: NOT_A_PICTURE,
  picture_too_large: ({ most }) => t`This picture is too large. Use one with at most ${{ most: number(most) }} pixels.`,
  svg_refused: NOT_A_PICTURE,

  not_a_font: t`This file isn’t a font. Use a TTF, OTF, WOFF or WOFF2.`,
  font_collection: t`This file has several fonts. Extract the one that you want, and upload that.`,
  font_damaged: FONT_DAMAGED,
  font_table_missing: FONT_DAMAGED,
  font_not_embeddable: t`This font’s maker doesn’t allow documents to embed it. Ask them for a licence and a file that do, or use another font.`,
  font_coloured: t`Fonts with coloured characters can’t be used. Upload one with outlines in a single colour.`,
  font_without_outlines: FONT_UNUSABLE,
  font_too_large: ({ most }) => t`This font is too large once unpacked. Use one of up to ${{ most: megabytes(most) }}.`,
  font_too_complex: t`This font is too complex. Use a simpler one.`,
  font_name_refused: t`This font has no usable family name. Use another font.`,
  family_taken: ({ family }) =>
    t`${family} is available already: choose it in the designer. A font of your own needs another family name.`,

  not_a_delivery_report: t`This message isn’t a delivery report of a mail server.`,
  not_a_pdf: t`This file isn’t a PDF. Choose one.`,
  pdf_protected: t`This PDF needs a password. Print it to PDF again and choose that file.`,
  pdf_fonts_missing: ({ fonts }) =>
    t`This PDF lacks its fonts: ${{ fonts: joined(list(fonts)) }}. Print it to PDF again and choose that file.`,
  pdf_damaged: t`This PDF is damaged. Print it to PDF again and choose that file.`,
  pdf_not_drawable: PDF_TOO_COMPLEX,
  pdf_too_complex: PDF_TOO_COMPLEX,
  pdf_picture_refused: t`A picture of this PDF can’t be used. Print it to PDF again and choose that file.`,
  page_size: ({ width, height, least, most }) =>
    t`The page of this PDF is ${{ width: number(width) }} by ${{ height: number(height) }} points. Use one of ${{ least: number(least) }} to ${{ most: number(most) }} points a side.`,
} as const satisfies Partial<Texts<DetailCode>>;
