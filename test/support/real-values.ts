import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Scope } from '../../domain/access/allow-scopes.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import type { Real, Sent } from './api-requests.ts';
import { REPORTS } from './delivery-reports.ts';
import { type Laurel, type Tenant, VARIABLES } from './laurel.ts';
import { pdfOf, uploadOriginal } from './original-pdf.ts';
import { photograph } from './portraits.ts';

export const ALL_SCOPES: Scope[] = [
  ...(['templates:write', 'certificates:write', 'certificates:revoke', 'certificates:import'] as const),
  ...(['organisation:write', 'credits:read', 'events:read', 'webhooks:read'] as const),
];

/** Creates a key of the organisation's test mode. */
export async function createTestKey(laurel: Laurel, tenant: Tenant): Promise<string> {
  const sandbox = await openSandbox(laurel.context(tenant));
  return (await createApiKey(sandbox, { name: 'test', scopes: ALL_SCOPES })).key;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const daysFrom = (from: number, days: number) => fc.nat(days).map((count) => day(from + count * DAY_MS));
/** Without the name of the organisation, because each change of that name checks all designs that show it. */
const design = JSON.parse(
  readFileSync('test/support/small-diploma.json', 'utf8').replaceAll('{{organizationName}}', 'Academy'),
);

interface Parts {
  certificates: string[];
  /** Certificates for dry runs. */
  spare: string[];
  renewable: string[];
  batchId: string;
  /** Template of the organisation, whose versions no certificate uses. */
  ownTemplateId: string;
  hashes: string[];
  recipients: string[];
  after: string;
  originalPdf: string;
  files: { picture: Buffer; pdf: Buffer };
}

/** Number of certificates that requests change. */
const CHANGEABLE = 30;

/** Certificates, batches and files of an organisation, for the values of generated requests. */
export class RealValues {
  readonly #tenant: Tenant;
  readonly #parts: Parts;
  #clock = Date.now();

  private constructor(tenant: Tenant, parts: Parts) {
    this.#tenant = tenant;
    this.#parts = parts;
  }

  static async create(laurel: Laurel, tenant: Tenant): Promise<RealValues> {
    const { key, templateId } = tenant;
    const recipients = Array.from({ length: 200 }, (_, index) => ({
      variables: { ...VARIABLES, name: `Recipient ${index}` },
      ...(index % 2 === 0 && { recipientEmail: `recipient-${index}@example.org` }),
    }));
    const { body: batch } = await laurel.call('/batches', { key, body: { templateId, recipients } });
    await laurel.completed(key, batch.batchId);
    const all = (batch.certificates as { id: string }[]).map(({ id }) => id);
    const { body: page } = await laurel.call('/recipients?limit=100', { key });
    const { body: template } = await laurel.call('/templates', { key, body: design });
    const { body: events } = await laurel.call('/events', { key });
    const pdf = await pdfOf('An original');
    const { body: upload } = await uploadOriginal(laurel, key, pdf);
    return new RealValues(tenant, {
      ...{ certificates: all.slice(0, CHANGEABLE), renewable: all.slice(CHANGEABLE, 60), spare: all.slice(60) },
      ...{ batchId: batch.batchId, ownTemplateId: template.id, after: events.nextCursor, originalPdf: upload.file },
      hashes: (batch.certificates as { verificationHash: string }[]).map((one) => one.verificationHash),
      // Recipients of certificates whose address no request changes.
      recipients: (page.recipients as { id: string; email: string }[])
        .filter(({ email }) => Number(/\d+/.exec(email)?.[0]) > CHANGEABLE)
        .map(({ id }) => id),
      files: { picture: await photograph('#1f4e8c', 40, 40), pdf },
    });
  }

  /** Value of `originalPdf` for an uploaded file. */
  get originalPdf(): string {
    return this.#parts.originalPdf;
  }

  /** Returns the values for an operation. */
  of(name: string): Real {
    const id = { id: fc.constantFrom(...this.#idsOf(name)) };
    const members = { ...this.#members(), ...id };
    switch (name) {
      case 'templates.create':
      case 'templates.publish':
        return {
          members: { ...id, design: fc.string({ maxLength: 40 }).map((text) => ({ ...design, name: `D${text}` })) },
        };
      case 'certificates.renew':
        return { members, adjust: (sent) => this.#renewing(sent) };
      case 'testMode.setClock':
        return { members, adjust: (sent) => ({ ...sent, json: { now: this.#nextTime() } }) };
      case 'assets.add':
      case 'organisation.uploadLogo':
        return { members, content: fc.constant(this.#parts.files.picture) };
      case 'imports.addFile':
        return { members, content: fc.constant(this.#parts.files.pdf) };
      case 'imports.create':
        return { members: { ...members, recipientName: fc.constant(undefined) }, adjust: withVariables };
      case 'bounces.report':
        return { members, content: fc.constantFrom(...Object.values(REPORTS)).map((report) => report(REPORTED)) };
      default:
        return { members };
    }
  }

  #idsOf(name: string): string[] {
    if (name.startsWith('templates.')) return [this.#parts.ownTemplateId];
    if (name.startsWith('batches.')) return [this.#parts.batchId];
    if (name.startsWith('recipients.')) return this.#parts.recipients;
    return this.#parts.certificates;
  }

  /** Values of members that the schema alone cannot give. */
  #members() {
    const webAddress = fc.stringMatching(/^https:\/\/[a-z]{1,8}\.example\.org\/[a-z]{0,8}$/);
    const address = fc.stringMatching(/^[a-z]{4,12}@example\.org$/);
    return {
      templateId: fc.constant(this.#tenant.templateId),
      variables: fc.stringMatching(/^[A-Z][a-z]{1,12}$/).map((name) => ({ ...VARIABLES, name })),
      recipientEmail: address,
      awardedOn: daysFrom(Date.now() - 300 * DAY_MS, 299),
      expiresAt: fc.oneof(fc.constant(null), daysFrom(Date.now() + 10 * DAY_MS, 5000)),
      language: fc.constantFrom('fr', 'de-CH', 'pt-BR'),
      renewalOf: fc.constant(undefined),
      originalPdf: fc.constantFrom(undefined, this.#parts.originalPdf),
      revoked: fc.constantFrom(undefined, { at: new Date().toISOString(), reason: 'A mistake' }),
      cursor: fc.constant(undefined),
      after: fc.constantFrom('latest', this.#parts.after),
      batchId: fc.constantFrom(this.#parts.batchId),
      recipientId: fc.constantFrom(...this.#parts.recipients),
      hash: fc.constantFrom(...this.#parts.hashes),
      timeZone: fc.constantFrom(null, '', 'Europe/Paris'),
      ...{ logoUrl: webAddress, websiteUrl: webAddress, replyTo: address },
      // Each new address costs one of a few confirmations.
      ...{ senderAddress: fc.constantFrom(null, ''), emailBcc: fc.constantFrom(null, '') },
      organizationName: fc.constantFrom(this.#tenant.name, `${this.#tenant.name} A`),
      emailSenderName: fc.constantFrom(null, '', this.#tenant.name),
    };
  }

  /** Renews each certificate once. Further calls are dry runs for spare ones. */
  #renewing(sent: Sent): Sent {
    const json = sent.json as { dryRun?: boolean } | undefined;
    const id = json?.dryRun === true ? undefined : this.#parts.renewable.pop();
    return id
      ? { ...sent, path: { id } }
      : { ...sent, path: { id: this.#nextSpare() }, json: { ...json, dryRun: true } };
  }

  /** Returns one in turn, because a broken request can lose its `dryRun` and renew it. */
  #nextSpare(): string {
    const id = this.#parts.spare.shift() ?? '';
    this.#parts.spare.push(id);
    return id;
  }

  #nextTime(): string {
    this.#clock += 60_000;
    return new Date(this.#clock).toISOString();
  }
}

/** Gives each certificate of an import the values of its template. */
const withVariables = (sent: Sent): Sent => {
  const { certificates, ...json } = sent.json as { certificates: object[] };
  return { ...sent, json: { ...json, certificates: certificates.map((row) => ({ ...row, variables: VARIABLES })) } };
};

const REPORTED = { to: 'bounces+unknown@example.org', recipient: 'anne-sophie@example.org' };
