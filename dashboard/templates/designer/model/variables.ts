import { DEFAULT_QR_VALUE, type Draft, type Item } from './design.ts';

/** Filled in by the platform; nobody gives a value for them. */
export const BUILT_IN_VARIABLES = [
  { name: 'verificationUrl', about: 'Address of the page that verifies the certificate' },
  { name: 'verificationHash', about: 'Code that verifies the certificate' },
  { name: 'certificateId', about: 'Number of the certificate' },
  { name: 'issuedOn', about: 'Day on which it is issued' },
  { name: 'organizationName', about: 'Name of the organisation' },
] as const;

const isBuiltIn = (name: string): boolean => BUILT_IN_VARIABLES.some((variable) => variable.name === name);

const NAME = /^[\p{L}\p{M}\p{Nd} _.-]{1,64}$/u;
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** What is wrong with a new variable's name; null where nothing is. */
export const nameProblem = (name: string): string | null =>
  NAME.test(name.trim()) && name.trim() !== '' ? null : 'Use 1 to 64 letters, digits, spaces, _, - or .';

const contentOf = (item: Item): string =>
  item.type === 'text' ? item.text : item.type === 'qr' ? (item.value ?? DEFAULT_QR_VALUE) : '';

/** The variables whose values are given with each certificate, in the order of their first appearance. */
export function variablesOf({ elements }: Pick<Draft, 'elements'>): string[] {
  const names = elements.flatMap((item) =>
    [...contentOf(item).matchAll(PLACEHOLDER)].map(([, name]) => name?.trim() ?? ''),
  );
  return [...new Set(names)].filter((name) => NAME.test(name) && !isBuiltIn(name));
}

/** A text with its values; what has none stays as it is. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (placeholder, name: string) =>
    Object.hasOwn(values, name.trim()) ? (values[name.trim()] ?? '') : placeholder,
  );

/** What the placeholders show while a design is worked on; a variable without a sample value shows its name. */
export function shownValues(
  draft: Draft,
  samples: Readonly<Record<string, string>>,
  organisationName: string,
): Record<string, string> {
  const own = variablesOf(draft).map((name) => [name, (Object.hasOwn(samples, name) && samples[name]) || name]);
  const code = '0'.repeat(64);
  return {
    verificationUrl: `${location.origin}/verify/${code}`,
    verificationHash: code,
    certificateId: '00000000-0000-7000-8000-000000000000',
    issuedOn: new Date().toISOString().slice(0, 10),
    organizationName: organisationName,
    ...Object.fromEntries(own),
  };
}
