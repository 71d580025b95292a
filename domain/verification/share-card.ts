import { publicAddressOf } from '../addresses/public-address.ts';
import type { Services } from '../context.ts';
import { refusal } from '../errors.ts';
import { openLogo } from '../organisations/shown-logo.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';
import { cardDocument } from './card-document.ts';
import type { Verification } from './verify.ts';

/** What a card says, in the language of the page that it is for. */
export interface CardWords {
  /** BCP 47. */
  language: string;
  isRightToLeft: boolean;
  /** Whether the certificate is valid, as a sentence. */
  state: string;
  issuedBy: string;
}

/** Cards of all organisations wait in one queue: what strangers ask for takes nobody's turn. */
const OWNER = 'share cards';
/** Of a text at the most; longer ones would be too small to be read. */
const MAX_CHARACTERS = 160;

/** What a card shows, as a digest (hex): it changes with everything that is to be seen on it. */
export const cardVersion = (verification: Verification, words: CardWords): string =>
  sha256(canonicalJson({ ...contentOf(verification), words: { ...words } })).toString('hex', 0, 16);

/**
 * The picture of a certificate's verification page that links to it show: a PNG of 1200 by 630 pixels with the recipient, what it
 * is for, the issuer, and whether it is valid.
 */
export async function drawCard(services: Services, verification: Verification, words: CardWords): Promise<Uint8Array> {
  const { name, title, issuer, isValid, logoUrl, brandColor } = contentOf(verification);
  const document = cardDocument({ ...words, isValid, brandColor, logo: await logoOf(services, logoUrl) });
  const json = JSON.stringify({ document, own: [] });
  const values = { name, title, state: words.state, issuer: issuer === null ? '' : `${words.issuedBy}: ${issuer}` };
  const { png } = await services.renderer.preview({
    organisationId: OWNER,
    own: [],
    digest: sha256(json).toString('hex'),
    design: async () => json,
    font: async () => {
      throw new Error('a card has no font of an organisation');
    },
    values: new Map(Object.entries(values).map(([key, value]) => [key, shortened(value)])),
    pictures: new Map(),
  });
  if (!png) throw refusal('rendering_interrupted', {}, { retryAfter: 5 });
  return png;
}

function contentOf({ result: { valid, certificate }, issuer }: Verification) {
  return {
    name: certificate.recipientName,
    title: certificate.templateName,
    issuer: issuer.name,
    isValid: valid,
    logoUrl: issuer.logoUrl,
    brandColor: issuer.brandColor,
  };
}

/** Returns the logo as a data URI; null where there is none to be had. */
async function logoOf(services: Services, logoUrl: string | null): Promise<string | null> {
  const [address, organisationId = '', name = ''] = logoUrl?.split(/\/logos\/([^/]+)\//) ?? [];
  if (address !== publicAddressOf(services, organisationId)) return null;
  const logo = await openLogo(services, { organisationId, name }).catch(() => null);
  return logo && `data:image/png;base64,${Buffer.from(logo.content).toString('base64')}`;
}

function shortened(text: string): string {
  const characters = [...new Intl.Segmenter('und').segment(text.slice(0, MAX_CHARACTERS * 8))];
  if (characters.length <= MAX_CHARACTERS) return text;
  return `${characters
    .slice(0, MAX_CHARACTERS)
    .map(({ segment }) => segment)
    .join('')}…`;
}
