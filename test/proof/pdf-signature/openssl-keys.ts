import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../judges.ts';

export interface OpensslKey {
  keyPem: string;
  certificatePem: string;
  keyFile: string;
  certificateFile: string;
}

const KINDS = {
  p256: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  rsa: ['-newkey', 'rsa:2048'],
  shortRsa: ['-newkey', 'rsa:1024'],
  ed25519: ['-newkey', 'ed25519'],
};

interface Wanted {
  kind?: keyof typeof KINDS;
  issuer?: OpensslKey;
  /** Extensions in the syntax of openssl.cnf. */
  extensions?: string[];
  days?: number;
}

/** Creates a key and certificate with OpenSSL in the folder; self-signed without an issuer. */
export function makeKey(
  folder: string,
  name: string,
  { kind = 'p256', issuer, extensions = [], days = 30 }: Wanted,
): OpensslKey {
  const [keyFile, request, certificateFile] = ['key', 'csr', 'pem'].map((end) => join(folder, `${name}.${end}`)) as [
    string,
    string,
    string,
  ];
  openssl('req', '-new', ...KINDS[kind], '-nodes', '-keyout', keyFile, '-out', request, '-subj', `/CN=${name}`);
  const extensionFile = join(folder, `${name}.ext`);
  writeFileSync(extensionFile, extensions.join('\n'));
  const by = issuer
    ? ['-CA', issuer.certificateFile, '-CAkey', issuer.keyFile, '-CAcreateserial']
    : ['-signkey', keyFile];
  const out = ['-out', certificateFile, '-days', String(days), '-extfile', extensionFile];
  openssl('x509', '-req', '-in', request, ...by, ...out);
  const [keyPem, certificatePem] = [readFileSync(keyFile, 'utf8'), readFileSync(certificateFile, 'utf8')];
  return { keyPem, certificatePem, keyFile, certificateFile };
}

export const CA_EXTENSIONS = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'];

export function openssl(...args: string[]): string {
  const { status, said } = ask('openssl', args);
  if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${said}`);
  return said;
}
