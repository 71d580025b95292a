import type { Design } from '../../templates-engine/index.ts';

/**
 * Members of a design that decide how certificates are issued, not how they look. A version has a copy, so that issuing reads no design.
 */
export type IssuingRules = Pick<
  Design,
  'validity' | 'numbering' | 'uniqueBy' | 'reminders' | 'email' | 'requests' | 'hiding'
>;

/** Returns the rules in a design. */
export const rulesOf = ({
  validity,
  numbering,
  uniqueBy,
  reminders,
  email,
  requests,
  hiding,
}: Design): IssuingRules => ({
  ...(validity && { validity }),
  ...(numbering && { numbering }),
  ...(uniqueBy && { uniqueBy }),
  ...(reminders && { reminders }),
  ...(email && { email }),
  ...(requests && { requests }),
  ...(hiding && { hiding }),
});

/** Returns the rules of a version's row. */
export const versionRules = ({ rules }: { rules: unknown }): IssuingRules => rules as IssuingRules;
