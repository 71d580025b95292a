import { t } from '@lingui/core/macro';
import { type Field, type Template, variableFields } from '../issuing/recipients.ts';
import { type Columns, matchColumns, type TableField } from '../tables/fields.ts';
import type { Table } from '../tables/table.ts';

const RECIPIENT_NAME: TableField = { name: 'recipientName', label: t`Recipient’s name`, type: 'text' };
const FIXED: readonly TableField[] = [
  { name: 'awardedOn', label: t`Award date`, type: 'date' },
  { name: 'recipientEmail', label: t`E-mail address`, type: 'email' },
  { name: 'expiresAt', label: t`Valid until`, type: 'date' },
  { name: 'number', label: t({ message: 'Number', context: 'of a certificate' }) },
  { name: 'externalId', label: t`Your reference` },
  {
    name: 'legacyCode',
    label: t`Former code`,
    about: t`Last part of its former address, so that old links can lead here`,
  },
  { name: 'tags', label: t`Tags`, about: t`Separated by commas or semicolons` },
  { name: 'revoked.at', label: t`Revoked on`, type: 'date' },
  { name: 'revoked.reason', label: t`Reason for the revocation` },
  { name: 'originalPdf', label: t`Original PDF`, about: t`Name of its file, for certificates that keep their PDF` },
];

/** Returns the values that certificates can have, with the variables of their template. */
export const importFields = (template: Template | null): TableField[] => [
  ...(template ? variableFields(template).map(fieldOf) : [RECIPIENT_NAME]),
  ...FIXED,
];

const fieldOf = ({ key, label, variable, isRecipientName }: Field): TableField => ({
  ...{ name: key, label, ...(variable && { type: variable.type }) },
  ...(isRecipientName && { meaning: 'recipientName' as const }),
});

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

/** Matches columns to fields by their names. */
export const matchImport = (table: Table, fields: readonly TableField[]): Columns =>
  matchColumns(table, fields, ({ name, meaning = name }) => [
    name.replace('variables.', ''),
    ...(ALIASES[meaning] ?? []),
  ]);
