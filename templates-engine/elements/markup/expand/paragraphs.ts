import { isolate, RIGHT_TO_LEFT } from '../../../text/paragraph.ts';
import { parsePlaceholders } from '../../../text/placeholders.ts';
import type { TextRun } from '../../../text/runs.ts';
import { upperCase } from '../../../text/upper-case.ts';
import type { CompiledParagraph, Piece } from '../compile/nodes.ts';
import type { TextSetting } from '../compile/text-style.ts';
import type { Expander } from './expand.ts';
import type { ParagraphInstance } from './instances.ts';
import type { Scope } from './scope.ts';
import { collapseSpaces } from './white-space.ts';

/** A part of a paragraph's text, set alike. */
export interface Span {
  text: string;
  setting: TextSetting;
  href: string | null;
  /** Whether it is a variable's value. */
  isValue: boolean;
}

/** A paragraph with its values, white space as CSS has it. */
export function paragraphOf(node: CompiledParagraph, scope: Scope, expander: Expander): ParagraphInstance {
  const variables = new Set<string>();
  const spans = collapseSpaces(
    node.pieces.flatMap((piece) => spansOf(piece, scope, expander, variables, node.setting)),
  );
  const { id, setting, hasFixedWidth } = node;
  return {
    kind: 'paragraph',
    id,
    setting,
    hasFixedWidth,
    isMarker: false,
    content: contentOf(spans, setting),
    variables: [...variables],
  };
}

function spansOf(piece: Piece, scope: Scope, expander: Expander, variables: Set<string>, around: TextSetting): Span[] {
  if (piece.kind === 'break') return [{ text: '\n', setting: around, href: null, isValue: false }];
  if (piece.kind === 'group') {
    const groups = expander.repeated(piece, scope, (inside) =>
      piece.pieces.flatMap((one) => spansOf(one, inside, expander, variables, around)),
    );
    return groups.flat();
  }
  const { setting } = piece;
  const href = setting.href === null ? null : addressOf(setting.href, scope, variables);
  return piece.parts.map((part): Span => {
    if ('text' in part) return { text: part.text, setting, href, isValue: false };
    variables.add(scope.variableOf(part.variable));
    return { text: scope.get(part.variable), setting, href, isValue: true };
  });
}

/** Where a link leads with its values in it; null for what is no address of the web or of mail. */
function addressOf(href: string, scope: Scope, variables: Set<string>): string | null {
  const parts = parsePlaceholders(href) ?? [];
  for (const part of parts) if ('variable' in part) variables.add(scope.variableOf(part.variable));
  const address = parts
    .map((part) => ('text' in part ? part.text : scope.get(part.variable)))
    .join('')
    .trim();
  return /^(https?:\/\/|mailto:)/i.test(address) ? address : null;
}

/** The spans as runs; a text that is set as its paragraph throughout stays one. */
function contentOf(spans: readonly Span[], setting: TextSetting): string | TextRun[] {
  const isMixed = spans.length > 1 && RIGHT_TO_LEFT.test(spans.map(({ text }) => text).join(''));
  const texts = spans.map(({ text, setting: own, isValue }) => {
    const cased = transformed(text, own.transform);
    // A value keeps its own order beside right-to-left text (UAX 9, isolates).
    return isMixed && isValue ? isolate(cased) : cased;
  });
  const isPlain = !setting.isUnderlined && spans.every((span) => span.setting === setting && span.href === null);
  if (isPlain) return texts.join('');
  return spans.map((span, index) => runOf(texts[index] ?? '', span, setting));
}

function runOf(text: string, { setting, href }: Span, around: TextSetting): TextRun {
  const { family, weight, italic, size, letterSpacing, isUnderlined, color } = setting;
  return {
    text,
    font: family,
    weight,
    italic,
    size,
    letterSpacing,
    underline: isUnderlined,
    ...(color.hex !== around.color.hex || color.alpha !== around.color.alpha ? { color } : {}),
    ...(href !== null && { link: href }),
  };
}

function transformed(text: string, transform: TextSetting['transform']): string {
  if (transform === 'uppercase') return upperCase(text);
  if (transform === 'lowercase') return text.toLocaleLowerCase('und');
  if (transform === 'capitalize')
    return text.replaceAll(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => upperCase(letter));
  return text;
}
