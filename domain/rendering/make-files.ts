import type { Certificate } from '../../database/entities/certificate.ts';
import { type Bound, statement } from '../../database/sql.ts';
import { bakePng } from '../../proof/credential/index.ts';
import type { VariableDetails } from '../../templates-engine/index.ts';
import { loadAssets } from '../assets/load.ts';
import { claimsOf, namesOf, placeholderValues } from '../certificates/claims.ts';
import type { Services } from '../context.ts';
import { makeCredential } from '../credentials/make.ts';
import { type StatusPlace, statusPlace } from '../credentials/status-place.ts';
import { logoUrl } from '../organisations/logo-file.ts';
import { sha256 } from '../shared/crypto.ts';
import { designSource } from '../templates/design-source.ts';
import { pictureNames, pictureOwner } from '../templates/pictures.ts';
import { versionVariables } from '../templates/variables.ts';

export interface MadeFiles {
  pdf: Uint8Array;
  png: Uint8Array;
  /** The credential, which the PDF and the image have, too. */
  json: string;
  /** SHA-256 of each. */
  digests: { pdf: Buffer; png: Buffer; json: Buffer };
  status: StatusPlace;
}

/** The credential in the PDF: the certificate's data, for machines. */
const CREDENTIAL_FILE = {
  name: 'credential.json',
  type: 'application/vc+ld+json',
  description: 'Open Badges 3.0 credential',
  relationship: 'Data',
} as const;

/** Makes a certificate's files: first the credential, then the PDF and the image with the credential in them, and the PDF's signature. */
export async function makeFiles(services: Services, row: Certificate): Promise<MadeFiles> {
  const source = await loadSource(services, row);
  const { templateName, issuerName } = namesOf(row, source);
  const digest = Buffer.from(source.digest).toString('hex');
  const { templateOrganisationId: organisationId, templateId, templateVersion: version } = row;
  const design = designSource(services, { organisationId, templateId, version, digest: source.digest });
  const status = statusPlace(source.secret, source.statusNumber);
  const json = await makeCredential(services, row, {
    templateName,
    issuer: {
      name: issuerName,
      websiteUrl: source.websiteUrl,
      logoUrl: logoUrl(services, { id: row.organisationId, ...source.logo }),
    },
    designDigest: source.digest,
    loadDesign: design.design,
    status,
  });
  const hash = Buffer.from(row.verificationHash).toString('hex');
  const time = services.now();
  const placeholder = services.pdfSigner.placeholder(time);
  const rendered = await services.renderer.render({
    ...design,
    values: placeholderValues(services, claimsOf(row, digest), hash, issuerName),
    pictures: await picturesOf(services, row, versionVariables(source)),
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
  const png = bakePng(rendered.image, json);
  return { pdf, png, json, digests: { pdf: sha256(pdf), png: sha256(png), json: sha256(json) }, status };
}

/** The pictures that the certificate's values name. */
function picturesOf(services: Services, row: Certificate, variables: readonly VariableDetails[]) {
  const owner = pictureOwner(row.organisationId, row.templateOrganisationId, variables);
  const values = pictureNames(variables).map((name) => row.variables[name] ?? '');
  return loadAssets({ ...services, ...owner }, values, 'variables');
}

async function loadSource(services: Services, row: Certificate) {
  const [found] = await sourceOf(services.em(), row);
  if (!found) throw new Error(`version ${row.templateVersion} of template ${row.templateId} is gone`);
  const { logoUrl: address, logoToken, statusNumber, ...source } = found;
  if (statusNumber === null) throw new Error('the certificate has no place in a status list');
  return { ...source, statusNumber, logo: { logoUrl: address, logoToken } };
}

interface SourceKey {
  organisationId: string;
  id: string;
}

/** What a certificate's files are made of, besides its own row. */
const sourceOf = statement((db, { organisationId, id }: Bound<SourceKey>) =>
  db
    .selectFrom('certificates as c')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.organisationId', '=', 'c.templateOrganisationId').onRef('t.id', '=', 'c.templateId'),
    )
    .innerJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 't.organisationId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.version', '=', 'c.templateVersion'),
    )
    .innerJoin('organisations as o', 'o.id', 'c.organisationId')
    .innerJoin('status_lists as s', 's.organisationId', 'c.organisationId')
    .select(['v.detectedVariables', 'v.recipientNameVariable', 'v.variables'])
    .select(['t.name as templateName', 'v.digest', 's.secret', 'c.statusNumber'])
    .select(['o.organizationName', 'o.websiteUrl', 'o.logoUrl', 'o.logoToken'])
    .where('c.organisationId', '=', organisationId)
    .where('c.id', '=', id),
);
