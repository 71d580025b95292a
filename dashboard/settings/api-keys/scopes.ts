/** Scopes of a key with their descriptions, in display order. */
import { t } from '@lingui/core/macro';
export const SCOPES = [
  { scope: 'templates:read', about: t`List templates and read which variables they take.` },
  {
    scope: 'templates:write',
    about: t`Create templates from design documents, and publish new versions. Includes reading them.`,
  },
  { scope: 'certificates:read', about: t`Read certificates and batches, and download the files.` },
  {
    scope: 'certificates:write',
    about: t`Issue certificates and batches, which spends credits. Includes reading them.`,
  },
  { scope: 'certificates:revoke', about: t`Revoke certificates, and make revoked ones valid again.` },
  { scope: 'certificates:import', about: t`Import certificates that were issued elsewhere.` },
  { scope: 'organisation:read', about: t`Read the organisation’s name, branding and e-mail texts.` },
  { scope: 'organisation:write', about: t`Change these settings and the logo. Includes reading them.` },
  { scope: 'credits:read', about: t`Read the credit balance.` },
  { scope: 'events:read', about: t`Read and follow events, which name certificates and their recipients.` },
  { scope: 'webhooks:read', about: t`Read the state and the last errors of webhooks.` },
] as const;

export type Scope = (typeof SCOPES)[number]['scope'];

/** Endpoints that need only a key, the most informative first. */
const EXAMPLES: [scope: Scope, path: string][] = [
  ['templates:read', 'templates'],
  ['templates:write', 'templates'],
  ['certificates:write', 'certificates'],
  ['certificates:read', 'certificates'],
  ['credits:read', 'credits'],
  ['events:read', 'events'],
  ['webhooks:read', 'webhooks'],
  ['organisation:write', 'organisation'],
  ['organisation:read', 'organisation'],
];

/** Returns a command to try the key. For a key that can only revoke, the user has to replace ID with a certificate's id. */
export function curlFor(key: string, scopes: readonly string[]): string {
  const [, path] = EXAMPLES.find(([scope]) => scopes.includes(scope)) ?? [];
  const call = path ? `${location.origin}/api/v1/${path}` : `-X POST ${location.origin}/api/v1/certificates/ID/revoke`;
  return `curl -s ${call} -H 'Authorization: Bearer ${key}'`;
}
