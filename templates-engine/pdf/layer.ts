import { LRUCache } from 'lru-cache';
import { planPage } from '../scene/paint-plan.ts';
import type { RasterImage, Scene, SceneElement } from '../scene/scene.ts';
import { addContent } from './content.ts';
import { addOutputIntent } from './file/output-intent.ts';
import type { ObjectNumber } from './file/syntax.ts';
import { PdfWriter } from './file/writer.ts';
import { ContentStream, type Resources } from './painting/content-stream.ts';
import { addImages } from './painting/image.ts';
import { type DocumentLanguage, documentLanguage } from './structure/document-language.ts';
import type { PageGeometry } from './structure/elements.ts';
import { addStructure, type Structure, type StructureParts } from './structure/structure.ts';
import { tagElements, textSizes } from './structure/tags.ts';

/** Parts of the PDF that all certificates of a template share, written once. */
export interface PdfLayer {
  /** Start of every file: images, and the static streams and fonts. */
  file: PdfWriter;
  page: PageGeometry;
  /** Contents in painting order: streams that are already written, and elements still to write. */
  contents: ({ stream: ObjectNumber } | { elements: number[] })[];
  resources: Resources;
  images: ReadonlyMap<RasterImage, ObjectNumber>;
  outputIntent: ObjectNumber;
  /** Font size of each text in the design; 0 for other elements. */
  textSizes: readonly number[];
  language: DocumentLanguage;
  /** Files continued with a structure tree, by the input of the tree. Nearly all certificates of a batch share one. */
  trees: LRUCache<string, Tree>;
}

interface Tree {
  file: PdfWriter;
  structure: Structure;
}

const KEPT_TREES = 8;

/** Writes the static parts of a scene. `language` is BCP 47. */
export async function compilePdf(
  { page, elements }: Scene,
  images: Iterable<RasterImage>,
  language: string,
): Promise<PdfLayer> {
  const file = new PdfWriter();
  const geometry = { number: file.reserve(), height: page.height };
  const written = await addImages(file, images);
  const stream = new ContentStream(file, 'S', written);
  const sizes = textSizes(elements);
  const tags = tagElements(elements, sizes, page);
  const contents = runs(elements).map(({ indexes, isOwn }) =>
    isOwn ? { elements: indexes } : { stream: addContent(file, stream, page, indexes, { elements, tags, language }) },
  );
  return {
    file,
    page: geometry,
    contents,
    resources: stream.finish(),
    images: written,
    outputIntent: addOutputIntent(file),
    textSizes: sizes,
    language: documentLanguage(language),
    trees: new LRUCache({ max: KEPT_TREES }),
  };
}

/** Groups consecutive elements in painting order by whether they are painted for each certificate. */
function runs(elements: readonly SceneElement[]) {
  const found: { indexes: number[]; isOwn: boolean }[] = [];
  for (const [index, turn] of planPage(elements).entries()) {
    const last = found.at(-1);
    const isOwn = turn === 'own';
    if (last?.isOwn === isOwn) last.indexes.push(index);
    else found.push({ indexes: [index], isOwn });
  }
  return found;
}

/** Returns the file of a layer, continued with the structure tree of a certificate. */
export function continueFile(
  { file, page, language, trees }: PdfLayer,
  elements: readonly SceneElement[],
  parts: StructureParts,
): Tree {
  const types = parts.tags.map(
    (tag, index) =>
      `${tag?.type ?? ''}${tag?.type === 'Group' ? tag.key : ''} ${tag?.links.join(' ') ?? ''}${parts.isLink[index] ? ' link' : ''}`,
  );
  const key = `${types.join()}${parts.isSigned ? ' signed' : ''}`;
  let tree = trees.get(key);
  if (!tree) {
    const begun = new PdfWriter(file);
    tree = { file: begun, structure: addStructure(begun, page, elements, parts, language) };
    trees.set(key, tree);
  }
  return { file: new PdfWriter(tree.file), structure: tree.structure };
}
