import { below } from '../../errors/detail.ts';
import {
  type CheckedValues,
  checkValues,
  DesignError,
  type GivenPictures,
  isCheckedApart,
} from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { mapInSlices } from '../shared/slices.ts';
import { compiledTexts } from './compile-texts.ts';
import { designSource } from './load-design-source.ts';
import { type IssuableVersion, loadDesign } from './read-current-version.ts';

type Values = Map<string, string>;

interface Checked {
  values: readonly Values[];
  /** Pictures that the values name. */
  pictures: GivenPictures;
}

/** Certificates per task of a process. */
const CHUNK = 50;

/** Returns the problems that prevent each certificate from being rendered with its values, and warnings. */
export async function findProblems(
  context: DomainContext,
  template: IssuableVersion,
  values: readonly Values[],
  pictures: GivenPictures,
): Promise<CheckedValues[]> {
  if (values.length === 0) return [];
  const compiled = await compiledTexts(Buffer.from(template.digest).toString('hex'), () =>
    loadDesign(context.em(), template),
  );
  return isCheckedApart(compiled.design)
    ? checkOutside(context, template, { values, pictures })
    : mapInSlices(values, (one) => checkValues(compiled, one, pictures));
}

async function checkOutside(
  context: DomainContext,
  template: IssuableVersion,
  { values, pictures }: Checked,
): Promise<CheckedValues[]> {
  const source = designSource(context, template);
  const chunks: Promise<CheckedValues[]>[] = [];
  for (let at = 0; at < values.length; at += CHUNK) {
    const chunk = values.slice(at, at + CHUNK);
    chunks.push(
      context.renderer.checkValues({ ...source, organisationId: context.organisationId, values: chunk, pictures }),
    );
  }
  try {
    return (await Promise.all(chunks)).flat();
  } catch (error) {
    await Promise.allSettled(chunks);
    if (!(error instanceof DesignError)) throw error;
    throw validationError(below('template', error.issues));
  }
}
