/** Reason to reject an SVG. Its message follows "SVG with". */
export class SvgRefusal extends Error {}
export const refuse = (what: string): never => {
  throw new SvgRefusal(what);
};

/** Returns the id that an address refers to in the same file; null for an embedded picture. Rejects all other addresses. */
export function checkTarget(address: string): string | null {
  const target = address.trim();
  if (target.startsWith('#')) return target.slice(1);
  if (target === '' || /^data:image\/(png|jpeg|svg\+xml);base64,/i.test(target)) return null;
  return refuse(`a reference to ${JSON.stringify(target.slice(0, 80))}`);
}

/** Checks style sheets and attributes with CSS. Escapes are rejected, because they could hide content. */
export function checkReferences(css: string): void {
  if (/@import/i.test(css)) refuse('an external style sheet');
  if (css.includes('\\')) refuse('an escape in a style');
  for (const [, target = ''] of css.matchAll(URL_IN_CSS)) checkTarget(target);
  if (/\b(image|image-set|src)\s*\(/i.test(css)) refuse('a picture in a style');
}

const URL_IN_CSS = /url\(\s*["']?([^)"']*)/gi;
/** Returns the ids that a style refers to in the same file. */
export const localReferences = (css: string): string[] =>
  [...css.matchAll(URL_IN_CSS)].flatMap(([, target = '']) => checkTarget(target) ?? []);
