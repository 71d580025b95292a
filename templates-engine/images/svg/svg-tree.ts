import { SaxesParser } from 'saxes';

/** Element of an SVG, without its texts. */
export interface SvgElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: SvgElement[];
}

/** Parses the tree of an SVG's elements. Throws an Error if it is not XML. */
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
  if (svgElement?.name !== 'svg') throw new Error('No svg element');
  return svgElement;
}
