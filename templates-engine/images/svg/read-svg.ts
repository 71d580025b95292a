import { applyStyles } from './apply-styles.ts';
import { decodeSvg } from './decode-svg.ts';
import { plainPictures } from './embedded-pictures.ts';
import { plainClips, plainStructure, withoutCircles, withoutHiddenText } from './plain-structure.ts';
import { nodesIn, parseSvg, type SvgNode, textOfNode, writeSvg } from './svg-node.ts';
import { refuse, SvgRefusal } from './svg-references.ts';
import { checkSafety } from './svg-safety.ts';

/** Message of the XML parser, without the full stop that only some have. */
const FAULT = /^(\d+):(\d+): (.{1,200}?)\.?$/;

/**
 * Reads an uploaded SVG, as browsers and editors write them, into one that every renderer draws alike. Refuses one that could load
 * something, act, or take long. Throws SvgRefusal with a reason that follows "SVG with", and an Error if it is damaged in another way.
 */
export async function readSvg(bytes: Uint8Array): Promise<SvgNode> {
  try {
    return await read(bytes, true);
  } catch (error) {
    if (error instanceof SvgRefusal) throw error;
    const [, line, column, fault] = FAULT.exec(error instanceof Error ? error.message : '') ?? [];
    if (fault === undefined) throw error;
    return refuse(`an error in line ${line}, column ${column}: ${fault}`);
  }
}

async function read(bytes: Uint8Array, isOuter: boolean): Promise<SvgNode> {
  const root = parseSvg(decodeSvg(bytes));
  plainStructure(root);
  await applyStyles(root);
  withoutHiddenText(root);
  plainClips(root);
  withoutCircles(root);
  await plainPictures(root, async (inner) =>
    isOuter ? writeSvg(await readInner(inner)) : refuse('an SVG within an SVG within it'),
  );
  checkSafety(root);
  return root;
}

async function readInner(bytes: Uint8Array): Promise<SvgNode> {
  const root = await read(bytes, false);
  const hasText = [...nodesIn(root)].some((node) => node.name === 'text' && textOfNode(node).trim() !== '');
  // resvg would leave it out, because it draws such a picture without fonts.
  return hasText ? refuse('a text in an SVG within it') : root;
}
