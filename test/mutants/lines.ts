import type { Mutant } from './mutant.ts';

const RICH_TEXT = ['test/templates-engine/rich-text.test.ts'];
const DESIGN = ['test/templates-engine/design.test.ts'];
const MARKUP = ['test/templates-engine/markup.test.ts'];
const ASSETS = ['test/api/assets.test.ts'];

/** Of designs: how lines are cut out of paragraphs, and what is refused before anything is issued. */
export const LINES: readonly Mutant[] = [
  {
    file: 'templates-engine/text/shaped-pieces.ts',
    find: 'return glyph?.cluster === place && glyph.isApart ? index : null;',
    replace: 'return glyph?.cluster === place ? index : null;',
    breaks: 'a line is cut out of a paragraph only where its letters are shaped apart',
    tests: RICH_TEXT,
  },
  {
    file: 'templates-engine/text/shaped-pieces.ts',
    find: 'x: (units(glyph.x) - offset) / face.unitsPerEm',
    replace: 'x: glyph.x',
    breaks: 'a line that is cut out begins at its beginning',
    tests: RICH_TEXT,
  },
  {
    file: 'templates-engine/elements/markup/layout/overflow.ts',
    find: 'isOutside(movedText(text, box, matrix), whole)',
    replace: 'isOutside(box, whole)',
    breaks: 'a text that a transform moves out of a markup is refused',
    tests: MARKUP,
  },
  {
    file: 'templates-engine/elements/markup/layout/overflow.ts',
    find: 'moved ? !isCut && isOutside(',
    replace: 'moved ? isOutside(',
    breaks: 'what a box cuts off may stand out of a markup',
    tests: MARKUP,
  },
  {
    file: 'templates-engine/template/placement.ts',
    find: 'return faults.map((fault) => ({ element: index, fault }));',
    replace: 'return isCode ? faults.map((fault) => ({ element: index, fault })) : [];',
    breaks: 'a text with variables that leaves the page is refused',
    tests: DESIGN,
  },
  {
    file: 'templates-engine/template/code-contrast.ts',
    find: 'if (darker > 0 && lighter > 0) least = 1;',
    replace: '',
    breaks: 'a QR code that is darker here and lighter there is refused',
    tests: DESIGN,
  },
  {
    file: 'domain/assets/find.ts',
    find: 'template.defaults.includes(name)',
    replace: 'true',
    breaks: "a template lends its own pictures, and no others of its organisation's",
    tests: ASSETS,
  },
  {
    file: 'domain/integrity/files.ts',
    find: 'if (content && isNamedFor(fileName, content)) continue;',
    replace: 'if (fileName) continue;',
    breaks: 'a picture whose file is gone is told',
    tests: ASSETS,
  },
];
