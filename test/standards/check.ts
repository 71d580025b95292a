import { ATTACHMENT_RULES } from './attachment-rules.ts';
import { FILE_RULES } from './file-rules.ts';
import { FONT_RULES } from './font-rules.ts';
import { GRAPHICS_RULES } from './graphics-rules.ts';
import { INTERACTION_RULES } from './interaction-rules.ts';
import { METADATA_RULES } from './metadata-rules.ts';
import { type PdfFile, readPdf } from './pdf-file.ts';
import type { Rule } from './rule.ts';
import { STRUCTURE_RULES } from './structure-rules.ts';
import { TABLE_RULES } from './table-rules.ts';

/**
 * Rules of ISO 19005-3 (PDF/A-3, level B) and ISO 14289-1 (PDF/UA-1) for files like certificates. These have one page of text, pictures,
 * links, lists, tables, associated files and a signature. Rules for features that certificates do not use, such as sound and layers, are
 * omitted.
 */
export const RULES: readonly Rule[] = [
  ...FILE_RULES,
  ...GRAPHICS_RULES,
  ...FONT_RULES,
  ...INTERACTION_RULES,
  ...METADATA_RULES,
  ...ATTACHMENT_RULES,
  ...STRUCTURE_RULES,
  ...TABLE_RULES,
];

/** Returns the rules that a file breaks, each with the places; empty for a valid file. */
export const brokenRules = (file: PdfFile): string[] =>
  RULES.flatMap(({ rule, faults }) => {
    const found = faults(file);
    return found.length === 0 ? [] : [`${rule} (${[...new Set(found)].slice(0, 3).join('; ')})`];
  });

/** Returns the rules that a PDF's bytes break. Needs qpdf. */
export const faultsOf = (pdf: Uint8Array): string[] => brokenRules(readPdf(pdf));
