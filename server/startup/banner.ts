import type { DemoAccess } from './seed-demo.ts';

/** Returns the text printed at the start: the addresses and, on the first start, a key with a command that works when pasted. */
export function banner(baseUrl: string, access: DemoAccess | null): string {
  const addresses = [`Laurel is ready at ${baseUrl}`, `  Dashboard     ${baseUrl}/`, `  Documentation ${baseUrl}/docs`];
  if (!access) return addresses.join('\n');
  const body = JSON.stringify({ templateId: access.templateId, variables: access.variables });
  return [
    ...addresses,
    `  Sign in as    ${access.login.email} with the password ${access.login.password}   (shown once: keep it)`,
    `  API key       ${access.key}   (shown once: keep it)`,
    '',
    'Issue a certificate:',
    '',
    `curl -s ${baseUrl}/api/v1/certificates -H 'Authorization: Bearer ${access.key}' -H 'Content-Type: application/json' -d '${body}'`,
    '',
    'Then poll the certificate by its id, download it, and open its verificationUrl:',
    '',
    `curl -s ${baseUrl}/api/v1/certificates/ID -H 'Authorization: Bearer ${access.key}'`,
    `curl -sL ${baseUrl}/api/v1/certificates/ID/download -H 'Authorization: Bearer ${access.key}' -o certificate.pdf`,
    '',
  ].join('\n');
}
