export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Document with one change, and its path. */
export interface Change {
  path: string;
  document: object;
}

/** Returns one document per value, with that value changed. */
export const changedLeaves = (document: Json): Change[] =>
  paths(document)
    .filter(({ value }) => typeof value !== 'object')
    .map(({ path, value }) => changed(document, path, (parent, key) => Object.assign(parent, { [key]: other(value) })));

/** Returns one document per property, with that property removed. */
export const withoutProperties = (document: Json): Change[] =>
  paths(document)
    .filter(({ path }) => typeof path.at(-1) === 'string')
    .map(({ path }) => changed(document, path, (parent, key) => Reflect.deleteProperty(parent, key)));

type Path = (string | number)[];

function paths(value: Json, path: Path = []): { path: Path; value: Json }[] {
  const own = path.length > 0 ? [{ path, value }] : [];
  if (typeof value !== 'object' || value === null) return own;
  const children: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return [...own, ...children.flatMap(([key, child]) => paths(child, [...path, key]))];
}

function changed(document: Json, path: Path, change: (parent: object, key: string | number) => void): Change {
  const copy = structuredClone(document) as object;
  const parent = path.slice(0, -1).reduce((at, key) => Reflect.get(at, key) as object, copy);
  change(parent, path.at(-1) ?? '');
  return { path: path.join('.'), document: copy };
}

function other(value: Json): Json {
  if (typeof value === 'string') return value.replace(/[0-9a-z](?=[^0-9a-z]*$)/, (last) => (last === '1' ? '2' : '1'));
  return typeof value === 'number' ? value + 1 : !value;
}
