import { type CompiledTemplate, type GivenPictures, pictureVariables } from '../../templates-engine/index.ts';
import { type FoundAsset, findAssets } from '../assets/find.ts';
import { sizeFault } from '../assets/load.ts';
import { NAME_RULE } from '../assets/name.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import type { ErrorDetail } from '../errors.ts';
import { variablePath } from '../templates/match-variables.ts';

/** A picture that a certificate shows, and the variable that names it, as the path of an error. */
export interface ShownPicture {
  name: string;
  path: string;
}

/** The pictures that the values of some recipients name, found together. */
export interface FoundPictures {
  /** Their sizes, for the check of a page. */
  readonly given: GivenPictures;
  shownBy(recipient: Recipient): ShownPicture[];
  /** Values that name no picture of the organisation: unknown ones, another tenant's, addresses, and anything else. */
  issuesOf(recipient: Recipient): ErrorDetail[];
}

/** An empty value names none, and is right. */
export async function findPictures(
  context: DomainContext,
  { design }: CompiledTemplate,
  recipients: readonly Recipient[],
): Promise<FoundPictures> {
  const variables = pictureVariables(design);
  const shownBy = ({ variables: values }: Recipient) =>
    variables.flatMap((variable) => {
      const name = Object.hasOwn(values, variable) ? values[variable] : '';
      return name ? [{ name, path: variablePath(variable) }] : [];
    });
  const names = recipients.flatMap((recipient) => shownBy(recipient).map(({ name }) => name));
  const given = await findAssets(context.em(), context.organisationId, names);
  return { given, shownBy, issuesOf: (recipient) => issuesOf(shownBy(recipient), given) };
}

function issuesOf(shown: readonly ShownPicture[], given: ReadonlyMap<string, FoundAsset>): ErrorDetail[] {
  const unknown = shown
    .filter(({ name }) => !given.has(name))
    .map(({ name, path }) => ({
      path,
      message: `must name a picture that the organisation has uploaded (${NAME_RULE}), got ${JSON.stringify(name.slice(0, 80))}`,
    }));
  const different = new Set(shown.flatMap(({ name }) => given.get(name) ?? []));
  const fault = sizeFault(different);
  return fault && shown[0] ? [...unknown, { path: shown[0].path, message: fault }] : unknown;
}
