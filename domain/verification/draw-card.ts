import { publicAddressOf } from '../addresses/choose-address.ts';
import type { Services } from '../context.ts';
import { refusal } from '../errors.ts';
import { openLogo } from '../organisations/show-logo.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';
import { cardDocument } from './make-card.ts';
import type { Verification } from './show.ts';

/** Texts of a card, in the language of its page. */
export interface CardWords {
  /** BCP 47. */
  language: string;
  isRightToLeft: boolean;
  /** State of the certificate, as a sentence. */
  state: string;
  issuedBy: string;
  /** Title of a certificate without a template. */
  untitled: string;
}

/** Queue for the cards of all organisations, so that anonymous requests do not delay an organisation's own pictures. */
const OWNER = 'share cards';
/** Maximum characters of a text. Longer ones would be too small to read. */
const MAX_CHARACTERS = 160;

/** Returns a digest (hex) of a card's content, which changes with everything visible on it. */
export const cardVersion = (verification: Verification, words: CardWords): string =>
  sha256(canonicalJson({ ...contentOf(verification), words: { ...words } })).toString('hex', 0, 16);

/**
 * Returns the preview picture for links to a certificate's verification page. It is a PNG of 1200 by 630 pixels with the recipient, the
 * title, the issuer and the state.
 */
export async function drawCard(services: Services, verification: Verification, words: CardWords): Promise<Uint8Array> {
  const { name, title, issuer, isValid, logoUrl, brandColor } = contentOf(verification);
  const document = cardDocument({ ...words, isValid, brandColor, logo: await logoOf(services, logoUrl) });
  const json = JSON.stringify({ document, own: [] });
  const values = {
    name,
    title: title ?? words.untitled,
    state: words.state,
    issuer: issuer === null ? '' : `${words.issuedBy}: ${issuer}`,
  };
  const { png } = await services.renderer.preview({
    organisationId: OWNER,
    own: [],
    digest: sha256(json).toString('hex'),
    design: async () => json,
    font: async () => {
      throw new Error('a share card has no fonts of an organisation');
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

/** Returns the logo as a data URI; null if it is missing or unavailable. */
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
