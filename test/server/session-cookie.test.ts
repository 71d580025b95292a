import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { Laurel } from '../support/laurel.ts';
import { cookieOf, createMember, PASSWORD } from '../support/people.ts';

test.each([
  ['https', /^__Host-laurel\.session_token=/],
  ['http', /^laurel\.session_token=/],
])(
  'the session cookie at an %s address is bound to the host if the browser supports it, and signs in',
  async (scheme, name) => {
    const port = await freePort();
    const baseUrl = `${scheme}://localhost:${port}`;
    const laurel = await Laurel.start({ BASE_URL: baseUrl, PORT: String(port) });
    const tenant = await laurel.tenant();
    await createMember(laurel, tenant, 'ada@example.org', 'viewer');
    const answer = await fetch(`http://localhost:${port}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: baseUrl },
      body: JSON.stringify({ email: 'ada@example.org', password: PASSWORD }),
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(name);
    expect(cookie).toContain('; Path=/;');
    expect(cookie).toContain('; HttpOnly');
    expect(cookie).not.toContain('Domain');
    expect(cookie.includes('; Secure')).toBe(scheme === 'https');
    const headers = { Cookie: cookieOf(answer), 'X-Laurel-Organisation': tenant.organisationId };
    expect((await fetch(`http://localhost:${port}/trpc/credits.get`, { headers })).status).toBe(200);
  },
);
