/** Thrown for features that a drawing cannot represent. Such an SVG becomes pixels. */
export class Unsupported extends Error {}

export const unsupported = (what: string): never => {
  throw new Unsupported(what);
};
