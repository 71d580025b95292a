import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import canonicalize from 'canonicalize';
import sharp from 'sharp';
import {
  bakePng,
  credentialOf,
  didDocument,
  didWeb,
  hashedRecipient,
  signCredential,
  statusList,
  verificationMethodOf,
} from '../../proof/credential/index.ts';
import { encodeLeaf, signCheckpoint, verifierKey } from '../../proof/log/index.ts';
import { makeTlogProof } from '../../proof/log/tlog-proof.ts';
import { loadSigner, makeSelfSigned, type Signer } from '../../proof/pdf-signature/index.ts';
import { MemoryLog } from '../proof/log/memory-log.ts';
import { signedPdf } from './certificate-pdf.ts';

const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Key of the key ring, including its private half. */
export interface RingKey {
  id: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  distrustedFrom: string | null;
}

export function makeKey(id: string): RingKey {
  return { id, ...generateKeyPairSync('ed25519'), distrustedFrom: null };
}

export interface Issued {
  hash: string;
  index: number;
  credential: Buffer;
  pdf: Buffer;
  png: Buffer;
  statements: string[];
  salt: Buffer;
}

interface Logged {
  statement: string;
  signature: Buffer;
  keyId: string;
  salt: Buffer;
  leaf: Buffer;
  index: number;
}

/** In-memory installation for verifiers, built with the product's libraries and served on this machine. */
export class Installation {
  readonly organisation = '01910000-0000-7000-8000-000000000001';
  readonly log = new MemoryLog();
  signing = makeKey('signing-1');
  readonly keys = [this.signing];
  readonly logKey = makeKey('log-1');
  readonly pdf = makeSelfSigned('Laurel at localhost', new Date(Date.now() - 60_000));
  readonly entries = new Map<string, Logged[]>();
  readonly revoked = new Set<number>();
  /** Answers that replace the correct ones, by path. */
  readonly answers = new Map<string, string | Buffer | number>();
  readonly asked: string[] = [];
  checkpoint = '';
  url = '';
  #server: Server | null = null;
  #png: Promise<Buffer> | null = null;

  static async start(): Promise<Installation> {
    const installation = new Installation();
    const server = createServer(async (request, response) => {
      const address = request.url ?? '/';
      installation.asked.push(address);
      const [path = ''] = address.split('?');
      const answer = installation.answers.get(address) ?? (await installation.#answer(path));
      // If the redirect were followed, it would lead to the correct answer.
      if (typeof answer === 'number') response.writeHead(answer, { location: `${path}?moved` }).end();
      else if (answer === null) response.writeHead(404).end();
      else response.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    installation.#server = server;
    installation.url = `http://localhost:${(server.address() as AddressInfo).port}`;
    return installation;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  get origin(): string {
    return `${new URL(this.url).host}/log`;
  }
  get did(): string {
    return this.didAt(this.url);
  }
  didAt(url: string): string {
    return didWeb(url, 'issuers', this.organisation);
  }
  get noteSigner() {
    return { name: this.origin, key: this.logKey.privateKey };
  }
  get pdfSigner(): Signer {
    return loadSigner(this.pdf.keyPem, this.pdf.certificatePem, new Date());
  }
  get listUrl(): string {
    return `${this.url}/issuers/${this.organisation}/status/1`;
  }

  /** Returns the document of /.well-known/laurel.json. */
  trust() {
    const jwk = (key: KeyObject) => createPublicKey(key).export({ format: 'jwk' });
    const row = ({ id, privateKey, distrustedFrom }: RingKey, purpose: string) => ({
      id,
      purpose,
      createdAt: '2026-01-01T00:00:00.000Z',
      retiredAt: null,
      distrustedFrom,
      publicKeyJwk: jwk(privateKey),
    });
    const pdfKey = new X509Certificate(this.pdf.certificatePem).publicKey.export({ format: 'jwk' });
    return {
      log: { origin: this.origin, verifierKey: verifierKey(this.noteSigner) },
      pdfCertificates: [this.pdf.certificatePem],
      issuers: [this.did],
      keys: [
        ...this.keys.map((key) => row(key, 'signing')),
        row(this.logKey, 'log'),
        { ...row(this.logKey, 'pdf'), id: 'pdf-1', publicKeyJwk: pdfKey, distrustedFrom: this.pdfDistrustedFrom },
      ],
    };
  }
  pdfDistrustedFrom: string | null = null;

  /** Signs a credential's facts with the current key. */
  async credential(
    hash: string,
    index: number,
    {
      issuedAt = new Date(),
      at = this.url,
      did = this.didAt(at),
      key = this.signing,
      expiresAt,
    }: CredentialChanges = {},
  ): Promise<Buffer> {
    const unsigned = credentialOf({
      id: `${at}/files/${this.organisation}/1/${hash.slice(0, 16)}.json`,
      name: 'Diploma of Computing',
      issuer: { did, name: 'Universität Beispiel' },
      issuedAt,
      expiresAt,
      recipient: hashedRecipient('name', 'Ada Lovelace', randomBytes(16).toString('hex')),
      achievement: {
        id: `${this.url}/achievements/1`,
        name: 'Computing',
        description: 'A year of computing.',
        criteria: { narrative: 'Every examination passed.' },
      },
      status: { listUrl: this.listUrl.replace(this.url, at), index, purpose: 'revocation' },
      verificationUrl: `${at}/verify/${hash}`,
    });
    const method = verificationMethodOf(did, key.id);
    const signed = await signCredential(unsigned, signerOf(key, method), issuedAt);
    return Buffer.from(JSON.stringify(signed));
  }

  /** Issues a certificate and logs it. */
  async issue({
    revokedBefore = false,
    ...changes
  }: { revokedBefore?: boolean } & CredentialChanges = {}): Promise<Issued> {
    const [hash, index] = [randomBytes(32).toString('hex'), this.entries.size + 7];
    const credential = await this.credential(hash, index, changes);
    const pdf = await signedPdf(credential, this.pdfSigner);
    this.#png ??= sharp({ create: { width: 8, height: 8, channels: 3, background: '#17202c' } })
      .png()
      .toBuffer();
    const png = bakePng(await this.#png, credential.toString());
    const digests = {
      pdfSha256: hashOf(pdf),
      imageSha256: hashOf(png),
      credentialSha256: hashOf(credential),
      issuer: changes.sealedAs ?? changes.did ?? this.didAt(changes.at ?? this.url),
      status: { list: 1, index },
    };
    const salt = randomBytes(32);
    const issued: Issued = { hash, index, credential, pdf, png, statements: [], salt };
    if (revokedBefore) await this.revoke(issued);
    await this.seal(issued, 'issue', digests, changes.sealedAt);
    return issued;
  }

  /** Seals another statement of a certificate and appends its leaf. */
  async seal(
    issued: Issued,
    kind: 'issue' | 'revoke' | 'reinstate',
    members: object,
    sealedAt = new Date(),
  ): Promise<void> {
    const time = new Date();
    // The statement about the files is not part of the chain if a revocation came first.
    const previous = issued.statements.at(-1);
    const named = previous === undefined ? null : hashOf(previous);
    const statement =
      canonicalize({
        version: 1,
        kind,
        verificationHash: issued.hash,
        ...(kind !== 'issue' && { previous: named }),
        ...members,
        sealedAt: sealedAt.toISOString(),
      }) ?? '';
    if (kind === 'issue') issued.statements.unshift(statement);
    else issued.statements.push(statement);
    const { salt, hash } = issued;
    const leaf = encodeLeaf({ kind, verificationHash: hash, statement: Buffer.from(statement), salt, time });
    const signature = sign(null, Buffer.from(statement), this.signing.privateKey);
    const logged = { statement, signature, keyId: this.signing.id, salt, leaf, index: this.log.tree.size };
    this.entries.set(hash, [...(this.entries.get(hash) ?? []), logged]);
    this.log.append([leaf]);
    this.checkpoint = await signCheckpoint(this.noteSigner, this.log.stored, null);
  }

  async revoke(issued: Issued): Promise<void> {
    this.revoked.add(issued.index);
    await this.seal(issued, 'revoke', { reason: 'Printed twice' });
  }

  async reinstate(issued: Issued): Promise<void> {
    this.revoked.delete(issued.index);
    await this.seal(issued, 'reinstate', {});
  }

  /** Appends unrelated entries, so that the log grows. */
  async grow(count: number): Promise<void> {
    this.log.append(Array.from({ length: count }, () => randomBytes(40)));
    this.checkpoint = await signCheckpoint(this.noteSigner, this.log.stored, null);
  }

  async entriesOf(hash: string): Promise<{ leaf: string; proof: string }[]> {
    const logged = this.entries.get(hash) ?? [];
    return Promise.all(
      logged.map(async ({ leaf, index, ...rest }) => {
        const { statement, signature, keyId, salt } = rest;
        const extra = Buffer.from(
          JSON.stringify({ statement, signature: signature.toString('base64'), keyId, salt: salt.toString('base64') }),
        );
        const proof = await makeTlogProof(this.log.stored, { index, checkpoint: this.checkpoint, extra });
        return { leaf: leaf.toString('base64'), proof };
      }),
    );
  }

  async list(
    key = this.signing,
    changes: { issuer?: string; validFrom?: Date; validUntil?: Date } = {},
  ): Promise<string> {
    const { validFrom = new Date(Date.now() - 1000), validUntil = new Date(Date.now() + 3_600_000) } = changes;
    const { issuer = this.did } = changes;
    const unsigned = statusList({
      id: this.listUrl,
      issuer,
      purpose: 'revocation',
      list: this.revoked,
      validFrom,
      validUntil,
      ttl: 60_000,
    });
    const method = verificationMethodOf(issuer, key.id);
    return JSON.stringify(await signCredential(unsigned, signerOf(key, method), new Date()));
  }

  async #answer(path: string): Promise<string | Buffer | null> {
    const [, hash] = /^\/log\/entries\/([0-9a-f]{64})$/.exec(path) ?? [];
    if (hash) return this.entries.has(hash) ? JSON.stringify(await this.entriesOf(hash)) : null;
    if (path === '/log/checkpoint') return this.checkpoint;
    if (path.startsWith('/log/tile/')) return this.log.files.get(path.slice('/log/'.length)) ?? null;
    if (path === '/.well-known/laurel.json') return JSON.stringify(this.trust());
    if (path === new URL(this.listUrl).pathname) return this.list();
    if (path !== `/issuers/${this.organisation}/did.json`) return null;
    const keys = this.keys.map(({ id, publicKey }) => ({ id, publicKey }));
    return JSON.stringify(didDocument(this.did, keys));
  }
}

const signerOf = ({ privateKey }: RingKey, verificationMethod: string) => ({
  sign: (message: Uint8Array) => sign(null, message, privateKey),
  verificationMethod,
});

interface CredentialChanges {
  issuedAt?: Date;
  /** Address at which it is issued. */
  at?: string;
  did?: string;
  /** Issuer that the statement names, if different from the credential's. */
  sealedAs?: string;
  key?: RingKey;
  expiresAt?: Date;
  /** Time that the statement about the files states. */
  sealedAt?: Date;
}
