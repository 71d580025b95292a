import { nodesIn, type SvgNode } from './svg-node.ts';

/** Returns true for a feature of SVG 2 that usvg 0.34 ignores, and librsvg draws. */
export const isBeyondUsvg = (root: SvgNode): boolean =>
  [...nodesIn(root)].some(
    ({ attributes: { fill = '', stroke = '', fr, orient, 'paint-order': order = '' } }) =>
      /^context-/.test(fill) ||
      /^context-/.test(stroke) ||
      orient === 'auto-start-reverse' ||
      (fr !== undefined && Number.parseFloat(fr) > 0) ||
      /markers/.test(order.replace(/(fill\s+stroke|stroke\s+fill)\s+markers\s*$/, '')),
  );

/** Returns true if usvg can write an SVG again. It loses parts of clip paths with texts or clipped shapes, and aborts at empty ones. */
export const isWritable = (root: SvgNode): boolean =>
  ![...nodesIn(root)].some(
    ({ name, children }) =>
      name === 'clipPath' &&
      children.some(
        (child) =>
          typeof child !== 'string' &&
          (child.name === 'text' || child.name === 'use' || child.attributes['clip-path'] !== undefined),
      ),
  );
