import type { Entry } from './entry.ts';

/** Faults of uploaded files: pictures, fonts and PDFs. */
export const FILE_DETAILS = {
  not_a_picture: {
    message: 'Not a picture. Use a whole PNG, JPEG, WebP or SVG.',
    cause: 'The file is of another format, or damaged.',
    fix: 'Export it again.',
  },
  picture_too_large: {
    message: 'Picture of more pixels than the limit. Use at most {most}.',
    cause: 'The picture, or those of a page together, have too many pixels.',
    fix: 'Scale it down.',
  },
  svg_refused: {
    message: 'SVG with {found}. Use one that stands alone and is quick to draw.',
    cause: 'The SVG could read other files, run code, or take long to draw.',
    fix: 'Export it as plain SVG, or as PNG.',
  },

  not_a_font: {
    message: 'Not a font. Use TTF, OTF, WOFF or WOFF2.',
    cause: 'The file is of another format, or empty.',
    fix: 'Use the original file of the font.',
  },
  font_collection: {
    message: 'Collection of fonts. Use a file of one font.',
    cause: 'The file has several fonts (TTC).',
    fix: 'Extract each to a file of its own.',
  },
  font_damaged: {
    message: 'Damaged font: {fault}. Use an undamaged file.',
    cause: 'The file is incomplete, or contradicts itself.',
    fix: 'Download it again, or export it by a font editor.',
  },
  font_table_missing: {
    message: 'Font without the tables {tables}. Use a complete one.',
    cause: 'The file lacks what is needed to set or to embed it.',
    fix: 'Use the original file of the font.',
  },
  font_not_embeddable: {
    message: 'Font that {reason} (fsType {flags}). Use one whose licence allows to embed it.',
    cause: 'The maker of the font does not allow it in documents (table OS/2).',
    fix: 'Ask the maker for a licence and a file that allow it.',
  },
  font_coloured: {
    message: 'Coloured glyphs (table {table}). Use the font in one colour.',
    cause: 'Fonts of several colours are not supported.',
    fix: 'Use a variant in one colour.',
  },
  font_without_outlines: {
    message: 'Font without outlines. Use a scalable one.',
    cause: 'The font has bitmaps alone, or all its characters are blank.',
    fix: 'Use a font with outlines.',
  },
  font_too_large: {
    message: 'Font too large[: {size} bytes] once unpacked. Use at most {most} bytes.',
    cause: 'The font is larger than a page may embed.',
    fix: 'Reduce its characters, or its instances.',
  },
  font_too_complex: {
    message: 'Font too complex: {fault}. Use a simpler one.',
    cause: 'Setting or drawing the font would take too long.',
    fix: 'Use another font.',
  },
  font_name_refused: {
    message: 'Family name {fault}. Use a font with a readable name of at most {most} characters.',
    cause: 'Designs could not name the family.',
    fix: 'Rename the font in a font editor.',
  },
  family_taken: {
    message: 'The product has a font {family}. Use one of another name.',
    cause: 'The catalogue has a family of this name.',
    fix: 'Use the family of the catalogue, or rename the font.',
  },

  not_a_pdf: {
    message: 'Not a PDF. Use a PDF file.',
    cause: 'The file is of another format.',
    fix: 'Export it as PDF.',
  },
  pdf_protected: {
    message: 'Protected PDF. Use one without a password.',
    cause: 'The file is encrypted.',
    fix: 'Export it without protection.',
  },
  pdf_fonts_missing: {
    message: 'Fonts not embedded: {fonts}. Use a PDF with its fonts embedded.',
    cause: 'The fonts are not in the file, so others would be shown.',
    fix: 'Export it again with embedded fonts.',
  },
  pdf_damaged: {
    message: 'Damaged PDF: {fault}. Use an undamaged file.',
    cause: 'The file is incomplete, or contradicts itself.',
    fix: 'Export it again.',
  },
  pdf_not_drawable: {
    message: 'The PDF cannot be drawn. Use a simpler page.',
    cause: 'Drawing the page takes too much memory, or the file is damaged.',
    fix: 'Simplify the page, or export it again.',
  },
  pdf_too_complex: {
    message: 'PDF with too many {resource}. Use at most {most}.',
    cause: 'Reading the page would take too much time or memory.',
    fix: 'Simplify the page, or place it as a picture.',
  },
  pdf_picture_refused: {
    message: 'JPEG 2000 {fault}. Use pictures that PDF/A accepts.',
    cause: 'Certificates are PDF/A, which has no such pictures.',
    fix: 'Export the PDF as PDF/A, or with JPEG pictures.',
  },
  page_size: {
    message: 'Page of {width} by {height} points. Use {least} to {most} points a side.',
    cause: 'The first page of the PDF is too small or too large.',
    fix: 'Scale the page.',
  },
} as const satisfies Record<string, Entry>;
