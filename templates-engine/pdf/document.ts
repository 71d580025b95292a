import type { RasterImage, Scene, SceneElement } from '../scene/scene.ts';
import { ContentStream, type Resources } from './content-stream.ts';
import { addImage } from './image.ts';
import { languageOf } from './language.ts';
import { addLink } from './link.ts';
import { addInfo, addXmp, type PdfInfo } from './metadata.ts';
import { addStructure, addStructureRoot, marked, type Structure, type Tag, tagElements } from './tags.ts';
import { array, asciiString, dictionary, n, type ObjectNumber, PdfWriter, reference } from './writer.ts';

/** What is the same in every certificate of a template, written once. */
export interface PdfLayer {
  /** Begins every file: images, and the streams and fonts of what doesn't vary. */
  file: PdfWriter;
  page: ObjectNumber;
  /** In painting order: streams that are written already, and elements to write. */
  contents: ({ stream: ObjectNumber } | { elements: number[] })[];
  resources: Resources;
  images: ReadonlyMap<string, ObjectNumber>;
  tags: readonly Tag[];
  structure: Structure;
  language: string;
}

/** Writes once what doesn't vary. */
export async function compilePdf({ page, elements }: Scene, images: Iterable<RasterImage>): Promise<PdfLayer> {
  const file = new PdfWriter();
  const pageNumber = file.reserve();
  const written = new Map<string, ObjectNumber>();
  for (const image of images) written.set(image.uri, await addImage(file, image));
  const stream = new ContentStream(file, 'S', written);
  const tags = tagElements(elements);
  const contents = runs(elements).map(({ indexes, isVariable }) =>
    isVariable ? { elements: indexes } : { stream: addContent(file, stream, page, indexes, elements, tags) },
  );
  const resources = stream.finish();
  const structure = addStructure(file, pageNumber, elements, tags);
  const fixedTexts = elements.flatMap(({ primitive, isVariable }) =>
    primitive.kind === 'text' && !isVariable ? primitive.layout.lines.map(({ line }) => line.text) : [],
  );
  const language = languageOf(fixedTexts.join(' ')) ?? 'en';
  return { file, page: pageNumber, contents, resources, images: written, tags, structure, language };
}

/** Neighbours in painting order that vary, or don't. */
function runs(elements: readonly SceneElement[]) {
  const found: { indexes: number[]; isVariable: boolean }[] = [];
  for (const [index, { isVariable }] of elements.entries()) {
    const last = found.at(-1);
    if (last?.isVariable === isVariable) last.indexes.push(index);
    else found.push({ indexes: [index], isVariable });
  }
  return found;
}

/** A content stream in which y grows downwards, as in the design. */
function addContent(
  file: PdfWriter,
  stream: ContentStream,
  { height }: Scene['page'],
  indexes: readonly number[],
  elements: readonly SceneElement[],
  tags: readonly Tag[],
): ObjectNumber {
  const operators = indexes.flatMap((index) => {
    const element = elements[index];
    return element ? marked(tags[index] ?? null, element, stream.element(element)) : [];
  });
  return file.addCompressed({}, [`q 1 0 0 -1 0 ${n(height)} cm`, ...operators, 'Q'].join('\n'));
}

/** The page as a vector PDF of its own size; the same scene and info give the same bytes. */
export function renderPdfPage(layer: PdfLayer, { page, elements }: Scene, info: PdfInfo): Uint8Array {
  const file = new PdfWriter(layer.file);
  const stream = new ContentStream(file, 'V', layer.images);
  const contents = layer.contents.map((content) =>
    'stream' in content ? content.stream : addContent(file, stream, page, content.elements, elements, layer.tags),
  );
  const resources = merge(layer.resources, stream.finish());
  const links = elements.flatMap(({ primitive }) =>
    primitive.kind === 'qr' && /^https?:\/\//.test(primitive.value)
      ? [{ box: primitive.box, uri: primitive.value }]
      : [],
  );
  const annotations = links.map(({ box, uri }, index) => addLink(file, page, box, uri, index + 1));
  const pages = file.reserve();
  addPage(file, layer.page, { pages, page, contents, resources, annotations });
  file.add(dictionary({ Type: '/Pages', Kids: array([reference(layer.page)]), Count: '1' }), pages);
  const root = file.add(
    dictionary({
      Type: '/Catalog',
      Pages: reference(pages),
      Lang: asciiString(layer.language),
      MarkInfo: '<< /Marked true >>',
      StructTreeRoot: reference(addStructureRoot(file, layer.page, layer.structure, annotations)),
      ViewerPreferences: '<< /DisplayDocTitle true >>',
      Metadata: reference(addXmp(file, info, layer.language)),
    }),
  );
  return file.save({ root, info: addInfo(file, info) });
}

interface PageParts {
  pages: ObjectNumber;
  page: Scene['page'];
  contents: readonly ObjectNumber[];
  /** The resource dictionary. */
  resources: string;
  annotations: readonly ObjectNumber[];
}

function addPage(
  file: PdfWriter,
  number: ObjectNumber,
  { pages, page, contents, resources, annotations }: PageParts,
): void {
  file.add(
    dictionary({
      Type: '/Page',
      Parent: reference(pages),
      MediaBox: array([0, 0, page.width, page.height]),
      Contents: array(contents.map(reference)),
      Resources: resources,
      StructParents: '0',
      Tabs: '/S',
      ...(annotations.length > 0 && { Annots: array(annotations.map(reference)) }),
    }),
    number,
  );
}

function merge(first: Resources, second: Resources): string {
  const kinds = ['Font', 'XObject', 'Shading', 'ExtGState'] as const;
  return dictionary(Object.fromEntries(kinds.map((kind) => [kind, dictionary({ ...first[kind], ...second[kind] })])));
}
