import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readTimestamp, timestampRequest } from '../../../proof/pdf-signature/index.ts';
import { CA_EXTENSIONS, makeKey, type OpensslKey, openssl } from './openssl-keys.ts';

export interface TimeStampAuthority {
  url: string;
  root: OpensslKey;
  own: OpensslKey;
  /** Answers a request without the network. */
  answer(request: Uint8Array): Buffer;
  /** Returns a token for a digest, without the network. */
  stamp(digest: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Starts `openssl ts` behind HTTP on loopback: an RFC 3161 authority with its own key under a root. */
export async function startAuthority(
  folder: string,
  { kind, essDigest }: { kind: 'rsa' | 'p256'; essDigest: 'sha1' | 'sha256' },
): Promise<TimeStampAuthority> {
  const root = makeKey(folder, `tsa-root-${kind}`, { extensions: CA_EXTENSIONS });
  const extensions = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping'];
  const own = makeKey(folder, `tsa-${kind}`, { kind, issuer: root, extensions });
  const config = join(folder, `tsa-${kind}.cnf`);
  const settings = { serial: join(folder, `tsa-${kind}.serial`), default_policy: '1.2.3.4.1', digests: 'sha256' };
  const keys = { signer_cert: own.certificateFile, certs: root.certificateFile, signer_key: own.keyFile };
  const lines = Object.entries({ ...settings, ...keys, signer_digest: 'sha384', ess_cert_id_alg: essDigest });
  writeFileSync(config, `[tsa]\n${lines.map(([name, value]) => `${name} = ${value}`).join('\n')}\n`);
  const [query, reply] = [join(folder, `tsa-${kind}.tsq`), join(folder, `tsa-${kind}.tsr`)];
  const answer = (request: Uint8Array): Buffer => {
    writeFileSync(query, request);
    openssl('ts', '-reply', '-config', config, '-section', 'tsa', '-queryfile', query, '-out', reply);
    return readFileSync(reply);
  };
  const stamp = async (digest: Uint8Array): Promise<Uint8Array> => {
    const { request, nonce } = timestampRequest(digest);
    return readTimestamp(answer(request), { digest, nonce, now: new Date() });
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    response.setHeader('content-type', 'application/timestamp-reply').end(answer(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, root, own, answer, stamp, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
