import type { Detail } from '../lib/errors/refusal.ts';

/** Codes of values that look wrong. Other warnings are about the design. */
const ODD: ReadonlySet<string> = new Set([
  ...['looks_missing', 'looks_like_error', 'looks_like_placeholder', 'address_as_name', 'all_capitals', 'all_small'],
  ...[
    'misread_letters',
    'lost_letter',
    'shortened_number',
    'extra_spaces',
    'invisible_characters',
    'surname_first',
    'far_date',
    'same_recipient',
    'issued_before',
    'uneven_lines',
  ],
]);

/** Returns the warnings for a person to look at. */
export const oddWarnings = (warnings: readonly Detail[]): Detail[] => warnings.filter(({ code }) => ODD.has(code));
