const LABELS: Readonly<Record<string, string>> = {
  recipientEmail: 'E-mail address',
  externalId: 'Your reference',
  awardedOn: 'Award date',
  expiresAt: 'Valid until',
  renewalOf: 'Renewal of',
  language: 'Language',
  timeZone: 'Time zone',
  'template.validity': 'Validity of the template',
  organizationName: 'Name',
  logoUrl: 'Logo',
  websiteUrl: 'Website',
  brandColor: 'Colour',
  emailBcc: 'Copies to',
  url: 'Address',
  templateId: 'Template',
  'selection.filter': 'Selection',
};

const format = new Intl.NumberFormat();

/** Returns the label of an API field as used in forms: `recipients[3].variables.course` becomes “Row 4, course”. */
export function pathLabel(path: string): string {
  const [, row, rest] = /^recipients\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  if (row !== undefined)
    return [`Row ${format.format(Number(row) + 1)}`, rest && pathLabel(rest)].filter(Boolean).join(', ');
  if (path.startsWith('variables.')) return path.slice('variables.'.length);
  const words = path.replaceAll(
    /([a-z])([A-Z])/g,
    (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return LABELS[path] ?? (words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Email\b/, 'E-mail');
}
