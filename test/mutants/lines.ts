import type { Mutant } from './mutant.ts';

const RICH_TEXT = ['test/templates-engine/rich-text.test.ts'];
const DESIGN = ['test/templates-engine/design.test.ts'];
const MARKUP = ['test/templates-engine/markup.test.ts'];
const ASSETS = ['test/api/assets.test.ts'];

/** Mutants of designs: cutting paragraphs into lines, and checks before anything is issued. */
export const LINES: readonly Mutant[] = [
  {
    file: 'templates-engine/text/shaping/shaped-pieces.ts',
    find: 'return glyph?.cluster === place && glyph.isApart ? index : null;',
    replace: 'return glyph?.cluster === place ? index : null;',
    breaks: 'a paragraph is cut into lines only where its letters are shaped separately',
    tests: RICH_TEXT,
  },
  {
    file: 'templates-engine/text/shaping/shaped-pieces.ts',
    find: 'x: (units(glyph.x) - offset) / face.unitsPerEm',
    replace: 'x: glyph.x',
    breaks: 'a line cut from a paragraph starts at its first letter',
    tests: RICH_TEXT,
  },
  {
    file: 'templates-engine/elements/markup/layout/overflow.ts',
    find: 'isOutside(movedText(text, box, matrix), whole)',
    replace: 'isOutside(box, whole)',
    breaks: 'text that a transform moves out of the markup is refused',
    tests: MARKUP,
  },
  {
    file: 'templates-engine/elements/markup/layout/overflow.ts',
    find: 'moved ? !isCut && isOutside(',
    replace: 'moved ? isOutside(',
    breaks: 'content that a box clips may overflow the markup',
    tests: MARKUP,
  },
  {
    file: 'templates-engine/template/placement.ts',
    find: 'return faults.map((fault) => ({ element: index, fault }));',
    replace: 'return isCode ? faults.map((fault) => ({ element: index, fault })) : [];',
    breaks: 'text with variables that leaves the page is refused',
    tests: DESIGN,
  },
  {
    file: 'templates-engine/template/code-contrast.ts',
    find: 'if (darker > 0 && lighter > 0) least = 1;',
    replace: '',
    breaks: 'a QR code of varying brightness is refused',
    tests: DESIGN,
  },
  {
    file: 'domain/assets/find.ts',
    find: 'template.defaults.includes(name)',
    replace: 'true',
    breaks: 'a shared template gives access only to its own pictures',
    tests: ASSETS,
  },
  {
    file: 'domain/integrity/check-files.ts',
    find: 'if (content && isNamedFor(fileName, content)) continue;',
    replace: 'if (fileName) continue;',
    breaks: 'a missing file of a picture is reported',
    tests: ASSETS,
  },
];
