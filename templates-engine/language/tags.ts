/** Characters of a language tag at the most. */
const MAX_LENGTH = 35;

/** Well-formed, and of a language that has a code: `und` and the like say nothing to a screen reader. */
export function isLanguage(tag: string): boolean {
  if (!/^(?!(?:und|mul|zxx|mis)\b)[a-z]{2,3}(-[a-z0-9]+)*$/i.test(tag) || tag.length > MAX_LENGTH) return false;
  try {
    return new Intl.Locale(tag).baseName !== '';
  } catch {
    return false;
  }
}
