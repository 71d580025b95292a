import type { Box } from '../graphics/geometry.ts';
import type { Placed, PlacedElement, PlacedImage } from '../scene/scene.ts';
import { Painter, type Resources } from './content-stream.ts';
import { addImage } from './image.ts';
import { languageOf } from './language.ts';
import { addInfo, addXmp, type PdfInfo } from './metadata.ts';
import { addStructure, addStructureRoot, marked, type Structure, type Tag, tagElements } from './tags.ts';
import { array, asciiString, dictionary, n, type ObjectNumber, PdfFile, reference, textString } from './writer.ts';

/** What is the same in every certificate of a template, written once. */
export interface PdfLayer {
  /** Begins every file: images, and the streams and fonts of what doesn't vary. */
  file: PdfFile;
  page: ObjectNumber;
  /** In painting order: streams that are there already, and elements to write. */
  contents: ({ stream: ObjectNumber } | { elements: number[] })[];
  resources: Resources;
  images: ReadonlyMap<string, ObjectNumber>;
  tags: readonly Tag[];
  structure: Structure;
  language: string;
}

/** Writes once what doesn't vary. `alternatives` says in words what a picture shows, or nothing where it decorates. */
export async function compilePdf(
  { page, elements }: Placed,
  images: Iterable<PlacedImage>,
  isVariable: (index: number) => boolean,
  alternatives: (index: number) => string,
): Promise<PdfLayer> {
  const file = new PdfFile();
  const pageNumber = file.reserve();
  const written = new Map<string, ObjectNumber>();
  for (const image of images) written.set(image.uri, await addImage(file, image));
  const painter = new Painter(file, 'S', written);
  const tags = tagElements(elements, alternatives);
  const contents = runs(elements, isVariable).map(({ indexes, varies }) =>
    varies ? { elements: indexes } : { stream: addContent(file, painter, page, indexes, elements, tags) },
  );
  const resources = painter.finish();
  const structure = addStructure(file, pageNumber, elements, tags, alternatives);
  const said = elements.flatMap(({ drawing }, index) =>
    drawing.kind === 'text' && !isVariable(index) ? drawing.layout.lines.map(({ line }) => line.text) : [],
  );
  const language = languageOf(said.join(' ')) ?? 'en';
  return { file, page: pageNumber, contents, resources, images: written, tags, structure, language };
}

/** Neighbours in painting order that vary, or don't. */
function runs(elements: readonly PlacedElement[], isVariable: (index: number) => boolean) {
  const found: { indexes: number[]; varies: boolean }[] = [];
  for (const index of elements.keys()) {
    const varies = isVariable(index);
    const last = found.at(-1);
    if (last?.varies === varies) last.indexes.push(index);
    else found.push({ indexes: [index], varies });
  }
  return found;
}

/** A content stream in which y grows downwards, as in the design. */
function addContent(
  file: PdfFile,
  painter: Painter,
  { height }: Placed['page'],
  indexes: readonly number[],
  elements: readonly PlacedElement[],
  tags: readonly Tag[],
): ObjectNumber {
  const operators = indexes.flatMap((index) => {
    const element = elements[index];
    return element ? marked(tags[index] ?? null, element, painter.draw(element)) : [];
  });
  return file.addCompressed({}, [`q 1 0 0 -1 0 ${n(height)} cm`, ...operators, 'Q'].join('\n'));
}

/** The page as a vector PDF of its own size; the same page and info give the same bytes. */
export function drawPdf(layer: PdfLayer, { page, elements }: Placed, info: PdfInfo): Uint8Array {
  const file = new PdfFile(layer.file);
  const painter = new Painter(file, 'V', layer.images);
  const contents = layer.contents.map((content) =>
    'stream' in content ? content.stream : addContent(file, painter, page, content.elements, elements, layer.tags),
  );
  const resources = merge(layer.resources, painter.finish());
  const links = elements.flatMap(({ drawing }) =>
    drawing.kind === 'qr' && /^https?:\/\//.test(drawing.value) ? [{ box: drawing.box, uri: drawing.value }] : [],
  );
  const annotations = links.map(({ box, uri }, index) => addLink(file, page, box, uri, index + 1));
  const pages = file.reserve();
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
    layer.page,
  );
  file.add(dictionary({ Type: '/Pages', Kids: array([reference(layer.page)]), Count: '1' }), pages);
  const language = info.language ?? layer.language;
  const root = file.add(
    dictionary({
      Type: '/Catalog',
      Pages: reference(pages),
      Lang: asciiString(language),
      MarkInfo: '<< /Marked true >>',
      StructTreeRoot: reference(addStructureRoot(file, layer.page, layer.structure, annotations)),
      ViewerPreferences: '<< /DisplayDocTitle true >>',
      Metadata: reference(addXmp(file, info, language)),
    }),
  );
  return file.save({ root, info: addInfo(file, info) });
}

function merge(first: Resources, second: Resources): string {
  const kinds = ['Font', 'XObject', 'Shading', 'ExtGState'] as const;
  return dictionary(Object.fromEntries(kinds.map((kind) => [kind, dictionary({ ...first[kind], ...second[kind] })])));
}

function addLink(file: PdfFile, page: Placed['page'], box: Box, uri: string, structParent: number): ObjectNumber {
  const bottom = page.height - box.y - box.height;
  return file.add(
    dictionary({
      Type: '/Annot',
      Subtype: '/Link',
      Rect: array([box.x, bottom, box.x + box.width, bottom + box.height]),
      Border: '[0 0 0]',
      F: '4',
      Contents: textString('Verify this certificate'),
      StructParent: String(structParent),
      A: dictionary({ Type: '/Action', S: '/URI', URI: asciiString(new URL(uri).href) }),
    }),
  );
}
