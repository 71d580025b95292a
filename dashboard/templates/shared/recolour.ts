/** Colours of a design as `#rrggbb`, with their replacements in a scheme. */
export type Colors = Readonly<Record<string, string>>;

/** Returns a design document in a scheme's colours. Replaces each listed colour everywhere. */
export const recolour = (design: object, colors: Colors): Record<string, unknown> =>
  JSON.parse(JSON.stringify(design).replaceAll(/#[\da-f]{6}(?=")/g, (color) => colors[color] ?? color));
