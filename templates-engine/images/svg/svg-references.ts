/** Reason to refuse an SVG: its message follows "SVG with". */
export class SvgRefusal extends Error {}
export const refuse = (what: string): never => {
  throw new SvgRefusal(what);
};

/** The id that an address names in the file itself, null for a picture within it; all others are refused. */
export function checkTarget(address: string): string | null {
  const target = address.trim();
  if (target.startsWith('#')) return target.slice(1);
  if (target === '' || /^data:image\/(png|jpeg|webp);base64,/i.test(target)) return null;
  return refuse(`a reference to ${JSON.stringify(target.slice(0, 80))}`);
}

/** Style sheets, and attributes that are written like them; escapes would hide what they say. */
export function checkReferences(css: string): void {
  if (/@import/i.test(css)) refuse('a style sheet from elsewhere');
  if (css.includes('\\')) refuse('an escape in a style');
  for (const [, target = ''] of css.matchAll(URL_IN_CSS)) checkTarget(target);
  if (/\b(image|image-set|src)\s*\(/i.test(css)) refuse('a picture in a style');
}

const URL_IN_CSS = /url\(\s*["']?([^)"']*)/gi;
/** The ids that a style refers to in the file itself. */
export const localReferences = (css: string): string[] =>
  [...css.matchAll(URL_IN_CSS)].flatMap(([, target = '']) => checkTarget(target) ?? []);
