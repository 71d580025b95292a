import { type CompiledMessageToken, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { formsOf } from '../compile-messages.ts';

/** Part of a message: a text, a value, a count, or an element of the screen with its parts. */
type Part = string | { value: string } | { count: string; forms: Record<string, Part[]> } | Element;
interface Element {
  element: string;
  parts: Part[];
}

/**
 * Returns the JavaScript of a message for `dashboard/language/runtime.ts`: a string, or a function of the values that returns its parts.
 * Tags such as `<0>` are parsed here, so that values of users are never read as tags.
 */
export function codeOf(message: string): string {
  const parts = parse(message);
  if (parts.every((part) => typeof part === 'string')) return JSON.stringify(parts.join(''));
  return `(v,h)=>${listOf(parts, null)}`;
}

/** Returns the values and elements of a message, sorted. A translation must have those of the English message. */
export function namesIn(message: string): string[] {
  const names = new Set<string>();
  const collect = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (typeof part === 'string') continue;
      if ('value' in part) names.add(part.value);
      else if ('count' in part) {
        names.add(`#${part.count}`);
        for (const form of Object.values(part.forms)) collect(form);
      } else {
        names.add(`<${part.element}>`);
        collect(part.parts);
      }
    }
  };
  collect(parse(message));
  return [...names].sort();
}

const parse = (message: string): Part[] => nest(compileMessageOrThrow(message));

/** Builds the tree of elements. Tags open and close within one form of a count. */
function nest(tokens: readonly CompiledMessageToken[]): Part[] {
  const root: Part[] = [];
  const open: Element[] = [];
  const add = (part: Part) => (open.at(-1)?.parts ?? root).push(part);
  for (const token of tokens) {
    if (typeof token !== 'string') {
      const forms = formsOf(token);
      if (!forms) add({ value: token[0] });
      else
        add({
          count: token[0],
          forms: Object.fromEntries(Object.entries(forms).map(([category, form]) => [category, nest(form)])),
        });
      continue;
    }
    for (const text of token.split(/(<\/?\d+\/?>)/)) {
      const [, closing, element, alone] = /^<(\/?)(\d+)(\/?)>$/.exec(text) ?? [];
      if (element === undefined) {
        if (text !== '') add(text);
      } else if (closing) {
        const closed = open.pop();
        if (closed?.element !== element) throw new Error(`</${element}> closes no element`);
      } else {
        const one: Element = { element, parts: [] };
        add(one);
        if (!alone) open.push(one);
      }
    }
  }
  if (open.length > 0) throw new Error(`<${open[0]?.element}> is not closed`);
  return root;
}

const listOf = (parts: readonly Part[], count: string | null): string =>
  `[${parts.map((part) => codeOfPart(part, count)).join(',')}]`;

function codeOfPart(part: Part, count: string | null): string {
  if (typeof part === 'string') {
    if (part === '#' && count !== null) return `h.n(${readOf(count)})`;
    return JSON.stringify(part);
  }
  if ('value' in part) return readOf(part.value);
  if ('element' in part) {
    const children = part.parts.map((child) => `,${codeOfPart(child, count)}`).join('');
    return `h.e(${JSON.stringify(part.element)}${children})`;
  }
  const forms = Object.entries(part.forms).map(([category, form]) => `${category}:${listOf(form, part.count)}`);
  return `h.p(${readOf(part.count)},{${forms.join(',')}})`;
}

const readOf = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? `v.${name}` : `v[${JSON.stringify(name)}]`);
