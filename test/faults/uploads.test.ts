import { request } from 'node:http';
import { beforeAll, test } from 'vitest';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { photograph, uploadPicture } from '../support/portraits.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
});

test('interrupted uploads leave nothing behind, and release their space', async () => {
  for (let time = 0; time < 40; time++) await abortMidway();
  const picture = await photograph('#135');
  const upload = async () => (await uploadPicture(laurel, tenant.key, picture)).status;
  // The server may notice the last interruptions later than their client.
  await waitFor('an accepted upload', upload, (status) => status === 201, { limitMs: 5000 });
});

/** Announces 5 MB, sends a part of it, and closes the connection. */
function abortMidway(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const headers = {
    Authorization: `Bearer ${tenant.key}`,
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': String(5_000_000),
  };
  const call = request(`${laurel.url}/api/v1/assets`, { method: 'POST', headers });
  call.on('error', () => resolve()).on('close', () => resolve());
  call.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
  call.write(Buffer.alloc(200_000, 7), () => call.destroy());
  return promise;
}
