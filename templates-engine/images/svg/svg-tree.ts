import { SaxesParser } from 'saxes';

/** An element of an SVG, without its texts. */
export interface SvgElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: SvgElement[];
}

/** The tree of an SVG's elements; an Error where it is no XML. */
export function svgTree(svg: string): SvgElement {
  const parser = new SaxesParser();
  const root: SvgElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: SvgElement = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(svg).close();
  const [svgElement] = root.children;
  if (svgElement?.name !== 'svg') throw new Error('no svg element');
  return svgElement;
}
