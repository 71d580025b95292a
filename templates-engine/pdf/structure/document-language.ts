import { type Phrases, phrasesIn } from '../../language/phrases.ts';
import { asciiString } from '../file/syntax.ts';

/** Language of a document (BCP 47), and the phrases of the engine in it. */
export interface DocumentLanguage {
  language: string;
  phrases: Phrases;
  /** Entry for elements whose phrases are in another language than the document. */
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
