import { Text } from '@mantine/core';
import { formatDateTime } from '../../components/format.tsx';
import type { Outputs } from '../../lib/session.ts';

type Change = Outputs['audit']['list']['entries'][number]['changes'][number];

/** Shows changed fields with their values before and after. */
export const Changes = ({ changes }: { changes: readonly Change[] }) =>
  changes.map((change) => (
    <Text key={change.field} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {FIELDS[change.field] ?? change.field.replace(/^variables\./, '')}
      {valuesOf(change)}
    </Text>
  ));

function valuesOf({ from, to }: Change): string {
  if (from === null && to === null) return '';
  return from === null ? `: ${shortened(to)}` : `: ${shortened(from)} → ${shortened(to)}`;
}

const LONGEST = 200;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function shortened(value: string | null): string {
  if (value === null) return '(none)';
  if (INSTANT.test(value)) return formatDateTime(value);
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
}

/** Names of fields on the settings' screens. Variables are shown by their own names. */
const FIELDS: Readonly<Record<string, string>> = {
  organizationName: 'Name',
  logoUrl: 'Logo',
  brandColor: 'Colour',
  websiteUrl: 'Website',
  emailSenderName: 'Sender’s name',
  emailSubject: 'Subject',
  emailIntroMessage: 'Introduction',
  emailSignature: 'Signature',
  replyTo: 'Reply-to address',
  senderAddress: 'Sender’s address',
  emailBcc: 'Copies to',
  reminderSubject: 'Subject of reminders',
  reminderMessage: 'Introduction of reminders',
  timeZone: 'Time zone',
  role: 'Role',
  scopes: 'Scopes',
  expiresAt: 'Valid until',
  awardedOn: 'Award date',
  recipientEmail: 'E-mail address',
  url: 'Address',
  name: 'Name',
  events: 'Events',
  status: 'State',
  errorCount: 'Failed deliveries',
  type: 'Available to',
};
