import type { Language } from './compiled-messages/load.ts';

const COLONS: Partial<Record<Language, string>> = { fr: '\u00a0:', ja: '：', zh: '：' };

/** Returns a label with the colon of its language, before an address in plain text. A colon that the label has is replaced. */
export const labelled = (language: Language, label: string): string =>
  `${label.replace(/\s*[:：]$/, '')}${COLONS[language] ?? ':'}`;
