import { isBlank } from '../scene/paint-plan.ts';
import type { Scene, SceneElement } from '../scene/scene.ts';
import { asciiString, n, type ObjectNumber } from './file/syntax.ts';
import type { PdfWriter } from './file/writer.ts';
import type { ContentStream } from './painting/content-stream.ts';
import { passageLanguage } from './structure/document-language.ts';
import { tagInGroup } from './structure/group-tags.ts';
import type { Tag } from './structure/tag.ts';

/** Adds a content stream with y downwards, as in the design. `language` is BCP 47. */
export function addContent(
  file: PdfWriter,
  stream: ContentStream,
  { height }: Scene['page'],
  indexes: readonly number[],
  { elements, tags, language }: { elements: readonly SceneElement[]; tags: readonly Tag[]; language: string },
): ObjectNumber {
  const operators = indexes.flatMap((index) => {
    const element = elements[index];
    return element ? marked(tags[index] ?? null, element, language, stream) : [];
  });
  return file.addText([`q 1 0 0 -1 0 ${n(height)} cm`, ...operators, 'Q'].join('\n'));
}

/** Returns the operators of an element as marked content. */
function marked(tag: Tag, element: SceneElement, documentLanguage: string, stream: ContentStream): string[] {
  if (isBlank(element)) return [];
  if (tag?.type === 'Group')
    return stream.group(element, (one) => marked(tagInGroup(tag, one), one, documentLanguage, stream));
  if (!tag) return ['/Artifact BMC', ...stream.element(element).flat(), 'EMC'];
  const { primitive } = element;
  const language =
    primitive.kind === 'text'
      ? passageLanguage(primitive.layout.lines.map(({ line }) => line.text).join(' '), documentLanguage)
      : null;
  const inLanguage = language ? ` /Lang ${asciiString(language)}` : '';
  return stream
    .element(element)
    .flatMap((part, index) => [
      `/${tag.links[index] ? 'Link' : tag.type} << /MCID ${tag.mcid + index}${inLanguage} >> BDC`,
      ...part,
      'EMC',
    ]);
}
