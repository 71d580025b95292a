/** Colours of a design, `#rrggbb`, and those that stand for them in a scheme. */
export type Colors = Readonly<Record<string, string>>;

/** A design document in the colours of a scheme: each colour that the scheme names is replaced wherever it stands. */
export const recolour = (design: object, colors: Colors): Record<string, unknown> =>
  JSON.parse(JSON.stringify(design).replaceAll(/#[\da-f]{6}(?=")/g, (color) => colors[color] ?? color));
