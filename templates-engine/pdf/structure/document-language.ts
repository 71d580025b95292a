import { detectLanguage } from '../../language/detect-language.ts';
import { type Phrases, phrasesIn } from '../../language/phrases.ts';
import { hasLatin, languageOfScript, scriptOf } from '../../language/scripts.ts';
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

/** Returns the language of a passage in another script than the document's; null if the scripts are the same or the language is unknown. */
export function passageLanguage(text: string, documentLanguage: string): string | null {
  const script = scriptCode(documentLanguage);
  const language = languageOfScript(text, script);
  if (language || script === 'Latn' || script === 'Cyrl' || !hasLatin(text)) return language;
  const detected = detectLanguage(text);
  return detected && scriptOf(detected) === 'Latn' ? detected : null;
}

const scripts = new Map<string, string>();

/** Returns the script of a language. Cached, because it is needed for every text. */
function scriptCode(language: string): string {
  const code = scripts.get(language) ?? scriptOf(language);
  scripts.set(language, code);
  return code;
}
