import escapeHtml from 'escape-html';

/** Markup that needs no escaping. Only `html` creates it, never from a value. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | false | readonly Html[];

/** Template tag for HTML. Escapes every value, keeps results of `html`, and omits null and false. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((text, index) => text + (index < parts.length ? render(parts[index] ?? null) : '')).join(''),
  );
}

function render(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(({ text }) => text).join('');
  return escapeHtml(String(part));
}
