/** What a drawing can't say: an SVG that has it is drawn as pixels. */
export class Unsupported extends Error {}

export const unsupported = (what: string): never => {
  throw new Unsupported(what);
};
