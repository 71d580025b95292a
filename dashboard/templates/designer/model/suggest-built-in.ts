import { type BuiltInVariable, isBuiltIn, isBuiltInDay } from '../../../../templates-engine/text/placeholders.ts';
import { definitionIn } from '../../../../templates-engine/variables/properties.ts';
import type { Draft } from './design.ts';
import type { Edit } from './history.ts';

/** Names that people type for a variable that the platform fills in, without spaces and in lower case. */
const MEANT: Readonly<Record<string, BuiltInVariable>> = {
  ...named('organizationName', 'organisation organization organisationname organizationname issuer issuername company'),
  ...named('issuedOn', 'issuedon issuedate issueddate dateofissue issued awardedon'),
  ...named('expiresOn', 'expireson expirydate expirationdate validuntil expires'),
  ...named('certificateNumber', 'certificatenumber certificateno certno serialnumber'),
  ...named('certificateId', 'certificateid certid'),
  ...named('verificationUrl', 'verificationurl verificationlink verifyurl verificationaddress'),
  ...named('verificationHash', 'verificationhash verificationcode'),
};

function named(builtIn: BuiltInVariable, names: string): Record<string, BuiltInVariable> {
  return Object.fromEntries(names.split(' ').map((name) => [name, builtIn]));
}

/** Returns the variable of the platform that a name probably means; null for other names. */
export function builtInFor(name: string): BuiltInVariable | null {
  if (isBuiltIn(name)) return null;
  const key = name.toLowerCase().replaceAll(/[\s_.-]/g, '');
  return Object.hasOwn(MEANT, key) ? (MEANT[key] ?? null) : null;
}

/** Replaces a variable by one of the platform in all texts and conditions. A date keeps its format. */
export const replaceVariable =
  (name: string, by: BuiltInVariable): Edit =>
  ({ draft }) => {
    const { type, format } = definitionIn(draft.variables, name);
    const keepsFormat = type === 'date' && format !== undefined && isBuiltInDay(by);
    const elements = draft.elements.map((item) => replacedIn(item, name, by));
    return {
      draft: { ...draft, elements, ...(keepsFormat && { variables: { [by]: { type, format }, ...draft.variables } }) },
    };
  };

function replacedIn(item: Draft['elements'][number], name: string, by: string): Draft['elements'][number] {
  const json = JSON.stringify(item);
  // A name has only letters, digits, spaces and `_-.`, so that it is the same in JSON and needs a mask only for the dot.
  const masked = name.replaceAll('.', '\\.');
  const uses = new RegExp(`\\{\\{\\s*${masked}\\s*\\}\\}|"variable":"\\s*${masked}\\s*"`, 'g');
  const replaced = json.replace(uses, (use) => (use.startsWith('{') ? `{{${by}}}` : `"variable":"${by}"`));
  return replaced === json ? item : JSON.parse(replaced);
}
