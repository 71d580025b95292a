import { isVerificationAddress, parsePlaceholders, variablesOf } from '../../../text/placeholders.ts';
import { RIGHT_TO_LEFT } from '../../../text/shaping/embedding-levels.ts';
import { isolate } from '../../../text/shaping/paragraph.ts';
import type { TextRun } from '../../../text/shaping/runs.ts';
import { upperCase } from '../../../text/shaping/upper-case.ts';
import { fillLink } from '../../text/links.ts';
import type { CompiledParagraph, Piece } from '../compile/nodes.ts';
import type { TextSetting } from '../compile/text-style.ts';
import type { ParagraphInstance } from './instances.ts';
import type { Repeater } from './repeater.ts';
import type { Scope } from './scope.ts';
import { closeSpanGaps, collapseSpaces, type Span } from './white-space.ts';

/** Context and results of filling a paragraph. */
interface Filling {
  repeater: Repeater;
  variables: Set<string>;
  brokenLink: readonly string[] | null;
}

/**
 * Returns a paragraph filled with values. White space is collapsed as in CSS. `language` is that of the certificate (BCP 47), which
 * determines upper and lower case; null if the design sets none.
 */
export function paragraphOf(
  node: CompiledParagraph,
  scope: Scope,
  repeater: Repeater,
  language: string | null,
): ParagraphInstance {
  const filling: Filling = { repeater, variables: new Set(), brokenLink: null };
  const spans = collapseSpaces(
    closeSpanGaps(node.pieces.flatMap((piece) => spansOf(piece, scope, filling, node.setting))),
  );
  const { id, setting, hasFixedWidth } = node;
  return {
    kind: 'paragraph',
    id,
    setting,
    hasFixedWidth,
    isMarker: false,
    content: contentOf(spans, setting, language),
    variables: [...filling.variables],
    brokenLink: filling.brokenLink,
  };
}

function spansOf(piece: Piece, scope: Scope, filling: Filling, around: TextSetting): Span[] {
  if (piece.kind === 'break') return [{ text: '\n', setting: around, href: null, isValue: false }];
  if (piece.kind === 'group') {
    const groups = filling.repeater.repeated(piece, scope, (inside) =>
      piece.pieces.flatMap((one) => spansOf(one, inside, filling, around)),
    );
    return groups.flat();
  }
  const { setting } = piece;
  const href = setting.href === null ? null : addressOf(setting.href, scope, filling);
  return piece.parts.map((part): Span => {
    if ('text' in part) return { text: part.text, setting, href, isValue: false };
    filling.variables.add(scope.variableOf(part.variable));
    // Text that shows the address of the verification page becomes a link.
    const leads = setting.href === null && isVerificationAddress(part.variable) ? scope.get(part.variable) : href;
    return { text: scope.get(part.variable), setting, href: leads || null, isValue: true };
  });
}

/** Returns the address of a link filled with values; null if the link has none. */
function addressOf(href: string, scope: Scope, filling: Filling): string | null {
  const names = variablesOf(parsePlaceholders(href) ?? []).map((name) => scope.variableOf(name));
  const address = fillLink(href, scope);
  if (address === null) filling.brokenLink ??= names;
  return address || null;
}

/** Returns the spans as runs. Text with the settings of the paragraph throughout stays a string. */
function contentOf(spans: readonly Span[], setting: TextSetting, language: string | null): string | TextRun[] {
  const isMixed = spans.length > 1 && RIGHT_TO_LEFT.test(spans.map(({ text }) => text).join(''));
  const texts = spans.map(({ text, setting: own, isValue }) => {
    const cased = transformed(text, own.transform, language);
    // Isolate a value next to right-to-left text, so that it keeps its own order (UAX 9, isolates).
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

function transformed(text: string, transform: TextSetting['transform'], language: string | null): string {
  if (transform === 'uppercase') return upperCase(text, language);
  if (transform === 'lowercase') return text.toLocaleLowerCase(language ?? 'und');
  if (transform === 'capitalize')
    return text.replaceAll(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => upperCase(letter, language));
  return text;
}
