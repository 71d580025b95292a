import { type Detail, detail } from '../../errors/detail.ts';
import type { GivenPictures, VariableDetails } from '../../templates-engine/index.ts';
import { type FoundAsset, findAssets } from '../assets/find.ts';
import { sizeFaults } from '../assets/load.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { pictureNames, pictureOwner } from '../templates/hold-pictures.ts';
import { variablePath } from '../templates/match-variables.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';

/** A picture that a certificate shows, with the error path of the variable that names it. */
export interface ShownPicture {
  name: string;
  path: string;
}

/** Pictures that the values of some recipients name. */
export interface FoundPictures {
  /** Sizes of the pictures, to check whether they fit on a page. */
  readonly given: GivenPictures;
  /** Returns the organisation's own pictures that a recipient's certificate shows. */
  shownBy(recipient: Recipient): ShownPicture[];
  /**
   * Returns a fault for every value that is not a picture of the organisation: unknown names, another tenant's pictures, addresses and
   * other texts.
   */
  issuesOf(recipient: Recipient): Detail[];
}

/** Finds the pictures that values name. An empty value names none and is valid. */
export async function findPictures(
  context: DomainContext,
  { organisationId: templateOrganisationId }: IssuableVersion,
  variables: readonly VariableDetails[],
  recipients: readonly Recipient[],
): Promise<FoundPictures> {
  const { organisationId } = context;
  const pictures = pictureNames(variables);
  const namedBy = ({ variables: values }: Recipient): ShownPicture[] =>
    pictures.flatMap((variable) => {
      const name = Object.hasOwn(values, variable) ? values[variable] : '';
      return name ? [{ name, path: variablePath(variable) }] : [];
    });
  const names = recipients.flatMap((recipient) => namedBy(recipient).map(({ name }) => name));
  const owner = pictureOwner(organisationId, templateOrganisationId, variables);
  const given = await findAssets(context.em(), owner, names);
  return {
    given,
    // A template's own pictures are kept as long as the template.
    shownBy: (recipient) => namedBy(recipient).filter(({ name }) => given.get(name)?.organisationId === organisationId),
    issuesOf: (recipient) => issuesOf(namedBy(recipient), given),
  };
}

function issuesOf(named: readonly ShownPicture[], given: ReadonlyMap<string, FoundAsset>): Detail[] {
  const unknown = named.filter(({ name }) => !given.has(name)).map(({ path }) => detail(path, 'unknown_picture'));
  const different = new Set(named.flatMap(({ name }) => given.get(name) ?? []));
  return named[0] ? [...unknown, ...sizeFaults(named[0].path, different)] : unknown;
}
