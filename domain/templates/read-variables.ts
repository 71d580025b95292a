import { givenLanguage, type LanguageMember, type VariableDetails } from '../../templates-engine/index.ts';

/** Returns the variables of a version, in the order in which its design names them. */
export const versionVariables = ({ variables }: { variables: unknown[] }): VariableDetails[] =>
  variables as VariableDetails[];

/** Returns the language of a certificate according to its version's design (BCP 47); null without one. */
export const versionLanguage = (language: unknown, variables: Readonly<Record<string, string>>): string | null =>
  givenLanguage(language as LanguageMember, (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined));
