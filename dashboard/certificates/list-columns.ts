import { t } from '@lingui/core/macro';
import type { ListColumn, ListView } from '../lists/use-list-view.ts';

/** Columns of the list of certificates after the recipient, who is always shown. */
export const COLUMNS = [
  { key: 'template', label: t`Template` },
  { key: 'number', label: t({ message: 'Number', context: 'of a certificate' }), isExtra: true },
  { key: 'reference', label: t`Your reference`, isExtra: true },
  { key: 'state', label: t`State` },
  { key: 'email', label: t`E-mail` },
  { key: 'expiry', label: t`Valid until`, isExtra: true },
  { key: 'issued', label: t`Issued` },
  // Shown below the name.
  { key: 'tags', label: t`Tags` },
] as const satisfies readonly ListColumn[];

export type CertificateColumn = (typeof COLUMNS)[number];

/** Returns the shown columns. A list that is about expiries shows them in any case. */
export const columnsOf = (view: ListView, isByExpiry: boolean): CertificateColumn[] =>
  COLUMNS.filter(({ key }) => key !== 'tags' && (view.shows(key) || (key === 'expiry' && isByExpiry)));
