import { t } from '@lingui/core/macro';
import type { Field, Values } from '../issuing/recipients.ts';
import { baseName } from './read-pictures.ts';

/** Result of adding a picture: its name for the API, or the problem. */
export interface AddedPicture {
  /** Name of the file. */
  name: string;
  asset?: string;
  problem?: string;
}

/** Pictures by file name in lower case, as tables often spell names differently. */
export type AddedPictures = ReadonlyMap<string, AddedPicture>;

const pictureKey = (name: string): string => baseName(name.trim()).normalize('NFC').toLowerCase();

/** Adds pictures to those added before. Different pictures with the same name are all refused. */
export function withPictures(before: AddedPictures, more: readonly AddedPicture[]): AddedPictures {
  const all = new Map(before);
  for (const picture of more) {
    const key = pictureKey(picture.name);
    const other = all.get(key);
    const isClear = !other || other.asset === picture.asset || other.asset === undefined;
    const problem = t`Two different pictures are called “${{ name: picture.name }}”. Rename one and add both again.`;
    all.set(key, isClear ? picture : { name: picture.name, problem });
  }
  return all;
}

const isPicture = ({ variable }: Field): boolean => variable?.type === 'picture';

export const hasPictures = (variables: readonly Field[]): boolean => variables.some(isPicture);

/** Returns a row's texts with file names replaced by their pictures. */
export function withAssets(values: Values, variables: readonly Field[], pictures: AddedPictures): Values {
  const named = variables.filter(isPicture).flatMap(({ key }) => {
    const asset = pictures.get(pictureKey(values[key] ?? ''))?.asset;
    return asset ? [[key, asset] as const] : [];
  });
  return named.length > 0 ? { ...values, ...Object.fromEntries(named) } : values;
}

/** Returns the reason why the text in a picture's column shows no picture; null if it does, is empty, or is an asset name. */
export function pictureProblem(field: Field, values: Values, pictures: AddedPictures): string | null {
  const text = (values[field.key] ?? '').trim();
  if (!isPicture(field) || text === '' || /^asset:/.test(text)) return null;
  const picture = pictures.get(pictureKey(text));
  if (!picture) return t`Add a picture called “${text}”.`;
  return picture.problem ?? null;
}

/** Returns the pictures that no row names. */
export function unusedPictures(
  rows: readonly { values: Values }[],
  variables: readonly Field[],
  pictures: AddedPictures,
): AddedPicture[] {
  const keys = variables.filter(isPicture).map(({ key }) => key);
  const used = new Set(rows.flatMap(({ values }) => keys.map((key) => pictureKey(values[key] ?? ''))));
  return [...pictures].flatMap(([key, picture]) => (used.has(key) ? [] : [picture]));
}
