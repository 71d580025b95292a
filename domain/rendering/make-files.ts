import { bakePng } from '../../proof/credential/index.ts';
import { atAddress } from '../addresses/choose-address.ts';
import { loadAssets } from '../assets/load.ts';
import { claimsOf, namesOf, placeholderValues } from '../certificates/make-claims.ts';
import { versionOf } from '../certificates/rules.ts';
import { inOrganisation, type Services } from '../context.ts';
import { type StatusIndex, statusIndex } from '../credentials/assign-status-index.ts';
import { makeCredential } from '../credentials/make.ts';
import { loadImportFile } from '../imports/load-file.ts';
import { logoUrl } from '../organisations/load-logo.ts';
import type { DesignSource } from '../ports/rendering.ts';
import { sha256 } from '../shared/crypto.ts';
import { isSandbox, liveOf } from '../shared/ids.ts';
import { pictureNames, pictureOwner } from '../templates/hold-pictures.ts';
import { designSource } from '../templates/load-design-source.ts';
import { versionVariables } from '../templates/read-variables.ts';
import type { Renderable } from './start.ts';

export interface MadeFiles {
  pdf: Uint8Array;
  png: Uint8Array;
  /** Credential, which is also in the PDF and the image. */
  json: string;
  /** SHA-256 of each file. */
  digests: { pdf: Buffer; png: Buffer; json: Buffer };
  status: StatusIndex;
}

/** Attachment of the PDF with the credential, the certificate's machine-readable data. */
const CREDENTIAL_FILE = {
  name: 'credential.json',
  type: 'application/vc+ld+json',
  description: 'Open Badges 3.0 credential',
  relationship: 'Data',
} as const;

/** Makes a certificate's credential, and returns its place in the status lists. */
export async function makeCredentialOf(
  services: Services,
  row: Renderable,
): Promise<{ json: string; status: StatusIndex }> {
  if (row.statusNumber === null) throw new Error('the certificate has no position in a status list');
  const { templateName, issuerName } = namesOf(row);
  const status = statusIndex(row.statusSecret, row.statusNumber);
  const design = designOf(services, row);
  const json = await makeCredential(services, row, {
    templateName,
    issuer: {
      name: issuerName,
      websiteUrl: row.websiteUrl,
      logoUrl: logoUrl(atAddress(services, row.address), {
        ...{ id: liveOf(row.organisationId), logoUrl: row.logoUrl, logoToken: row.logoToken },
      }),
    },
    design: design && { digest: Buffer.from(design.digest, 'hex'), load: design.design },
    status,
  });
  return { json, status };
}

/** Returns the design of the certificate's template; null if it was imported without a template. */
export function designOf(services: Services, row: Renderable): DesignSource | null {
  const version = versionOf(row);
  return version && row.versionDigest && designSource(services, { ...version, digest: row.versionDigest });
}

/** Makes a certificate's files: the credential, then the PDF and the image, which include it. */
export async function makeFiles(services: Services, row: Renderable): Promise<MadeFiles> {
  const { json, status } = await makeCredentialOf(services, row);
  const { pdf, image } = row.originalDigest
    ? await loadImportFile(services, { organisationId: row.organisationId, digest: row.originalDigest })
    : await render(services, row, json);
  const png = bakePng(image, json);
  return { pdf, png, json, digests: { pdf: sha256(pdf), png: sha256(png), json: sha256(json) }, status };
}

/** Renders the certificate's design, and signs the PDF. */
async function render(given: Services, row: Renderable, json: string): Promise<{ pdf: Uint8Array; image: Uint8Array }> {
  const services = inOrganisation(given, row.organisationId);
  const { templateName, issuerName } = namesOf(row);
  const design = designOf(services, row);
  if (!design) throw new Error('the certificate has neither a template nor an original PDF');
  const hash = Buffer.from(row.verificationHash).toString('hex');
  const time = services.now();
  const placeholder = services.pdfSigner.placeholder(time);
  const rendered = await services.renderer.render({
    ...design,
    owner: row.batchId ?? row.organisationId,
    values: placeholderValues(claimsOf(row, row.versionDigest), hash, {
      organizationName: issuerName,
      expiresAt: row.expiresAt,
    }),
    pictures: await picturesOf(services, row),
    test: isSandbox(row.organisationId) ? { language: row.givenLanguage ?? null } : undefined,
    info: {
      title: `${templateName} – ${row.recipientName}`,
      author: issuerName ?? '',
      createdAt: row.createdAt,
      attachments: [{ ...CREDENTIAL_FILE, content: Buffer.from(json), modifiedAt: time }],
      signature: { dictionary: placeholder.text, name: 'Signature' },
    },
  });
  if (rendered.signatureAt === null) throw new Error('the PDF was rendered without its signature field');
  const pdf = await services.pdfSigner.sign(rendered.pdf, placeholder, rendered.signatureAt);
  return { pdf, image: rendered.image };
}

/** Returns the pictures that the certificate's values name. */
function picturesOf(services: Services, row: Renderable) {
  const variables = versionVariables({ variables: row.declaredVariables ?? [] });
  const owner = pictureOwner(row.organisationId, row.templateOrganisationId ?? row.organisationId, variables);
  const values = pictureNames(variables).map((name) => row.variables[name] ?? '');
  return loadAssets({ ...services, ...owner }, values, 'variables');
}
