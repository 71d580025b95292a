import type { Table } from '../batches/read-table.ts';
import { type Template, variableFields } from '../issuing/recipients.ts';

/** Value of a certificate to import. `name` is its path in the API's errors, and the name of its column. */
export interface ImportField {
  name: string;
  label: string;
  about?: string;
  isDate?: boolean;
}

const RECIPIENT_NAME: ImportField = { name: 'recipientName', label: 'Recipient’s name' };
const FIXED: readonly ImportField[] = [
  { name: 'awardedOn', label: 'Award date', isDate: true },
  { name: 'recipientEmail', label: 'E-mail address' },
  { name: 'expiresAt', label: 'Valid until', isDate: true },
  { name: 'number', label: 'Number' },
  { name: 'externalId', label: 'Your reference' },
  {
    name: 'legacyCode',
    label: 'Former code',
    about: 'Last part of its former address, so that old links can lead here',
  },
  { name: 'revoked.at', label: 'Revoked on', isDate: true },
  { name: 'revoked.reason', label: 'Reason for the revocation' },
  { name: 'originalPdf', label: 'Original PDF', about: 'Name of its file, for certificates that keep their PDF' },
];

/** Returns the values that certificates can have, with the variables of their template. */
export const importFields = (template: Template | null): ImportField[] => [
  ...(template ? variableFields(template).map(({ key, label }) => ({ name: key, label })) : [RECIPIENT_NAME]),
  ...FIXED,
];

/** Columns by field; -1 without one. */
export type Columns = Readonly<Record<string, number>>;

/** Names of columns that mean the same, in the forms that other platforms use. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  recipientName: ['name', 'fullname', 'recipient'],
  awardedOn: ['issuedon', 'issuedate', 'dateissued', 'datereceived', 'certificateissuedon', 'date'],
  recipientEmail: ['email', 'emailaddress', 'identifier'],
  expiresAt: ['expiredon', 'expirydate', 'expirationdate', 'certificateexpiredon', 'expires'],
  number: ['certificatenumber', 'no'],
  externalId: ['id', 'reference'],
  legacyCode: ['code', 'credentialid', 'certificateuuid', 'uuid'],
  'revoked.at': ['revokedat', 'revokedon'],
  'revoked.reason': ['revokedreason', 'reason'],
  originalPdf: ['pdf', 'file', 'filename'],
};

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Matches columns to fields by their names. */
export function matchImport({ columns }: Table, fields: readonly ImportField[]): Columns {
  const names = columns.map(plain);
  const used = new Set<number>();
  return Object.fromEntries(
    fields.map(({ name, label }) => {
      const own = name.replace('variables.', '');
      // The variable of a template for the recipient's name has the same columns.
      const aliases = [
        ...(ALIASES[name] ?? []),
        ...(name.startsWith('variables.') && own === 'name' ? (ALIASES.recipientName ?? []) : []),
      ];
      const wanted = [plain(own), plain(label), ...aliases, ...(name === 'recipientEmail' ? ['recipientemail'] : [])];
      const column = names.findIndex((one, index) => wanted.includes(one) && !used.has(index));
      if (column >= 0) used.add(column);
      return [name, column];
    }),
  );
}
