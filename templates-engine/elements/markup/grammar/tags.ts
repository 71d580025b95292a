import type { StyleInput } from '../tailwind/classes.ts';

/** Layout role of a tag. */
type Model = 'inline' | 'block' | 'break' | 'picture';

export interface Tag {
  model: Model;
  /** Default style, as in browsers and Satori. */
  style: StyleInput;
  /** Structure type in the PDF (ISO 32000-1, 14.8.4). A tag without one has no structure element. */
  role?: 'P' | 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6' | 'L' | 'LI' | 'Table' | 'TR' | 'TH' | 'TD' | 'BlockQuote';
  /** Tags that it accepts as children, if not all are allowed. */
  takes?: readonly string[];
  /** Tags that it is allowed in. */
  within?: readonly string[];
}

const block = (style: StyleInput = {}, more: Omit<Tag, 'model' | 'style'> = {}): Tag => ({
  model: 'block',
  style,
  ...more,
});
const inline = (style: StyleInput = {}): Tag => ({ model: 'inline', style });
const heading = (role: Tag['role'], fontSize: string, margin: string): Tag =>
  block({ fontSize, fontWeight: 700, marginTop: margin, marginBottom: margin }, role ? { role } : {});

const list = { marginTop: '1em', marginBottom: '1em', paddingLeft: 40 };
const column = { display: 'flex', flexDirection: 'column' };
const cell = { flex: '1 1 0%', minWidth: 0 };
const ROWS = ['tr', 'thead', 'tbody', 'tfoot'];
const rows: Omit<Tag, 'model' | 'style'> = { takes: ['tr'], within: ['table'] };

/** Tags of a markup by name. The cells of a table have equal widths unless they set one. */
export const TAGS: ReadonlyMap<string, Tag> = new Map(
  Object.entries({
    ...Object.fromEntries(
      'div section article header footer main aside nav figcaption address'.split(' ').map((name) => [name, block()]),
    ),
    p: block({ marginTop: '1em', marginBottom: '1em' }, { role: 'P' }),
    figure: block({ margin: '1em 40px' }),
    blockquote: block({ margin: '1em 40px' }, { role: 'BlockQuote' }),
    hr: block({ margin: '0.5em 0', borderTop: '1px solid gray' }, { takes: [] }),
    h1: heading('H1', '2em', '0.67em'),
    h2: heading('H2', '1.5em', '0.83em'),
    h3: heading('H3', '1.17em', '1em'),
    h4: heading('H4', '1em', '1.33em'),
    h5: heading('H5', '0.83em', '1.67em'),
    h6: heading('H6', '0.67em', '2.33em'),
    ul: block({ ...list, listStyleType: 'disc' }, { role: 'L', takes: ['li'] }),
    ol: block({ ...list, listStyleType: 'decimal' }, { role: 'L', takes: ['li'] }),
    li: block({}, { role: 'LI', within: ['ul', 'ol'] }),
    table: block(column, { role: 'Table', takes: ROWS }),
    thead: block(column, rows),
    tbody: block(column, rows),
    tfoot: block(column, rows),
    tr: block({ display: 'flex' }, { role: 'TR', takes: ['th', 'td'], within: ['table', 'thead', 'tbody', 'tfoot'] }),
    th: block({ ...cell, fontWeight: 700 }, { role: 'TH', within: ['tr'] }),
    td: block(cell, { role: 'TD', within: ['tr'] }),
    span: inline(),
    a: inline({ textDecoration: 'underline' }),
    strong: inline({ fontWeight: 700 }),
    b: inline({ fontWeight: 700 }),
    em: inline({ fontStyle: 'italic' }),
    i: inline({ fontStyle: 'italic' }),
    u: inline({ textDecoration: 'underline' }),
    small: inline({ fontSize: '0.8333em' }),
    big: inline({ fontSize: '1.2em' }),
    br: { model: 'break', style: {} },
    img: { model: 'picture', style: {} },
  } satisfies Record<string, Tag>),
);
