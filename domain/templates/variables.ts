import type { Row } from '../../database/sql.ts';
import { detailsOf, givenLanguage, type LanguageMember, type VariableDetails } from '../../templates-engine/index.ts';

/** What a version's row says of its variables. */
type Described = Pick<Row<'template_versions'>, 'detectedVariables' | 'recipientNameVariable'> & {
  variables?: unknown[] | null;
};

/** The variables of a version, in the order in which its design names them. A version of before designs described them has plain texts. */
export const versionVariables = ({
  variables,
  detectedVariables,
  recipientNameVariable,
}: Described): VariableDetails[] =>
  (variables as VariableDetails[] | null | undefined) ??
  detectedVariables.map((name) => detailsOf({ recipientNameVariable }, name));

/** The language that a version's design gives a certificate (BCP 47); null where it gives none. */
export const versionLanguage = (language: unknown, variables: Readonly<Record<string, string>>): string | null =>
  givenLanguage(language as LanguageMember, (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined));
