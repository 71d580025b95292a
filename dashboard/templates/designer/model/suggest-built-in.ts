import { type BuiltInVariable, isBuiltIn } from '../../../../templates-engine/text/placeholders.ts';
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

/** Replaces a variable's placeholders in all elements. */
export const replaceVariable =
  (name: string, by: string): Edit =>
  ({ draft }) => ({ draft: { ...draft, elements: draft.elements.map((item) => replacedIn(item, name, by)) } });

function replacedIn(item: Draft['elements'][number], name: string, by: string): Draft['elements'][number] {
  const json = JSON.stringify(item);
  // A name has only letters, digits, spaces and `_-.`, so that it is the same in JSON and needs a mask only for the dot.
  const placeholder = new RegExp(`\\{\\{\\s*${name.replaceAll('.', '\\.')}\\s*\\}\\}`, 'g');
  const replaced = json.replace(placeholder, `{{${by}}}`);
  return replaced === json ? item : JSON.parse(replaced);
}
