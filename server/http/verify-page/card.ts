import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { verificationUrl } from '../../../domain/addresses/link-verification.ts';
import { notFound } from '../../../domain/errors.ts';
import { type CardWords, cardVersion, drawCard } from '../../../domain/verification/draw-card.ts';
import { VerificationHash } from '../../../domain/verification/schemas.ts';
import { showVerification, type Verification } from '../../../domain/verification/show.ts';
import type { VerificationServices } from '../../../domain/verification/verify.ts';
import type { Admit } from '../admission.ts';
import { makeServicesAt } from '../asked-address.ts';
import { languageFor, loadMessages } from './compiled-messages/load.ts';
import type { Reader } from './layout.ts';
import { stateOf } from './state.ts';

/** Size in pixels, twice the displayed size. */
export const CARD_SIZE = { width: 1200, height: 630 };
/** Maximum number of cached cards, of about 60 KB each. */
const MAX_CARDS = 200;

type Texts = Pick<Reader, 'language' | 'messages'>;

const wordsOf = (verification: Verification, { language, messages }: Texts): CardWords => ({
  language,
  isRightToLeft: language === 'ar',
  state: stateOf(verification, messages).title,
  issuedBy: messages.issuedBy,
  untitled: messages.certificate,
});

/** Returns the address of a certificate's card. It changes with the card's content, so that no site keeps showing an old card. */
export function cardUrl(verification: Verification, reader: Reader): string {
  const { language, address } = reader;
  const version = cardVersion(verification, wordsOf(verification, reader));
  const { verificationHash } = verification.result.certificate;
  return `${verificationUrl(address, verificationHash)}/card.png?language=${language}&version=${version}`;
}

/** Serves the current cards of certificates, whatever the requested version. A card does not count as a verification. */
export function makeSendCard(services: VerificationServices, admit: Admit) {
  const servicesAt = makeServicesAt({ ...services, countVerification: async () => undefined });
  const cards = new LRUCache<string, Promise<Uint8Array>>({ max: MAX_CARDS });
  return async (request: Request<{ hash: string }>, response: Response): Promise<void> => {
    await admit(request, { scope: null, limit: 'verify' });
    const { data: hash } = VerificationHash.safeParse(request.params.hash);
    if (hash === undefined) throw notFound();
    const at = servicesAt(request);
    const verification = await showVerification(at, { hash });
    if (verification.isWithheld) throw notFound();
    const language = languageFor(String(request.query.language)) ?? 'en';
    const words = wordsOf(verification, { language, messages: await loadMessages(language) });
    const version = cardVersion(verification, words);
    response.set({
      'Content-Type': 'image/png',
      // A certificate can be revoked at any time.
      'Cache-Control': 'public, max-age=60',
      ETag: `"${version}"`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (request.fresh) return void response.status(304).end();
    const card = cards.get(version) ?? drawCard(at, verification, words);
    cards.set(version, card);
    card.catch(() => cards.delete(version));
    response.end(await card);
  };
}
