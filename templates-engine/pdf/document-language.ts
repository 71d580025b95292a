import { type Phrases, phrasesIn } from '../language/phrases.ts';
import { asciiString } from './syntax.ts';

/** A document's language (BCP 47), and the engine's own phrases in it. */
export interface DocumentLanguage {
  language: string;
  phrases: Phrases;
  /** An element's entry where its phrases are in another language than the document. */
  phraseEntry: { Lang?: string };
}

export function documentLanguage(language: string): DocumentLanguage {
  const phrases = phrasesIn(language);
  return {
    language,
    phrases,
    phraseEntry: phrases.language === language ? {} : { Lang: asciiString(phrases.language) },
  };
}
