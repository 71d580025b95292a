import { givenLanguage, type LanguageMember, type VariableDetails } from '../../templates-engine/index.ts';

/** The variables of a version, in the order in which its design names them. */
export const versionVariables = ({ variables }: { variables: unknown[] }): VariableDetails[] =>
  variables as VariableDetails[];

/** The language that a version's design gives a certificate (BCP 47); null where it gives none. */
export const versionLanguage = (language: unknown, variables: Readonly<Record<string, string>>): string | null =>
  givenLanguage(language as LanguageMember, (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined));
