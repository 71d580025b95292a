import type { SceneElement } from '../../scene/scene.ts';
import { asciiString, dictionary, textString } from '../file/syntax.ts';
import { boundsOnPage } from './bounds.ts';
import { type DocumentLanguage, passageLanguage } from './document-language.ts';

/** Returns the entries of a figure's structure element: its position on the page, and its alternative text with its language. */
export function figureEntries(
  element: SceneElement,
  pageHeight: number,
  { language, phrases, phraseEntry }: DocumentLanguage,
): Record<string, string> {
  const { semantics, primitive } = element;
  const layout = dictionary({ O: '/Layout', Placement: '/Block', BBox: boundsOnPage(element, pageHeight) });
  if (semantics.role === 'figure' && semantics.alternative !== null) {
    const own = passageLanguage(semantics.alternative, language);
    return { A: layout, Alt: textString(semantics.alternative), ...(own && { Lang: asciiString(own) }) };
  }
  return { A: layout, Alt: textString(alternative()), ...phraseEntry };

  function alternative(): string {
    if (primitive.kind !== 'qr') return phrases.picture;
    const isVerification = semantics.role === 'code' && semantics.isVerification;
    return `${isVerification ? phrases.verificationCode : phrases.qrCode}: ${primitive.value}`;
  }
}
