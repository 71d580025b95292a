import { t } from '@lingui/core/macro';
import {
  type BuiltInVariable,
  isVariableName,
  readPlaceholders,
  variablesOf as variablesIn,
} from '../../../../templates-engine/text/placeholders.ts';
import { type DescribedVariables, sampleIn } from '../../../../templates-engine/variables/properties.ts';

const ABOUT: Readonly<Record<BuiltInVariable, { label: string; about: string }>> = {
  issuedOn: { label: t`Issue date`, about: t`The award date: the day of issue, unless another is given` },
  expiresOn: {
    label: t`Expiry date`,
    about: t`The last day on which the certificate is valid; empty if it never expires`,
  },
  organizationName: { label: t`Organisation`, about: t`Your organisation’s name` },
  verificationUrl: { label: t`Verification link`, about: t`The address of the page that verifies the certificate` },
  shortVerificationUrl: {
    label: t`Short verification link`,
    about: t`A short address of the same page, for small QR codes`,
  },
  verificationHash: { label: t`Verification code`, about: t`The code that verifies the certificate` },
  certificateId: { label: t`Certificate ID`, about: t`The certificate’s unique ID` },
  certificateNumber: { label: t`Certificate number`, about: t`The number in the template’s series` },
};

/** Variables that the platform fills in; they never need a value. */
export const BUILT_INS = (Object.keys(ABOUT) as BuiltInVariable[]).map((name) => ({ name, ...ABOUT[name] }));

/** Returns the error in a new variable's name; null if it is valid. */
export const nameError = (name: string): string | null =>
  isVariableName(name) ? null : t`Use 1 to 64 letters, digits, spaces, _, - or dots`;

/** Returns the variables in a content, including built-in ones. */
export const variablesOf = (content: string): string[] => variablesIn(readPlaceholders(content));

/** Returns the values of the placeholders in the designer: the test value, else the design's sample, else the variable's name. */
export function shownValues(
  variables: readonly string[],
  design: DescribedVariables,
  samples: Readonly<Record<string, string>>,
  organisationName: string,
): Record<string, string> {
  const own = variables.map((name) => [
    name,
    (Object.hasOwn(samples, name) && samples[name]) || sampleIn(design, name),
  ]);
  const code = '0'.repeat(64);
  const builtIn: Record<BuiltInVariable, string> = {
    verificationUrl: `${location.origin}/verify/${code}`,
    shortVerificationUrl: `${location.origin}/s/${'1'.repeat(22)}`,
    verificationHash: code,
    certificateId: '00000000-0000-7000-8000-000000000000',
    certificateNumber: '2026/0001',
    issuedOn: dayAfter(0),
    expiresOn: dayAfter(365),
    organizationName: organisationName,
  };
  return { ...builtIn, ...Object.fromEntries(own) };
}

/** Returns the day (UTC) a number of days from today. */
const dayAfter = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
