/** Maximum characters of a language tag. */
const MAX_LENGTH = 35;

/** Returns true for a well-formed tag of a language. Tags such as `und` are rejected, because screen readers cannot use them. */
export function isLanguage(tag: string): boolean {
  if (!/^(?!(?:und|mul|zxx|mis)\b)[a-z]{2,3}(-[a-z0-9]+)*$/i.test(tag) || tag.length > MAX_LENGTH) return false;
  try {
    return new Intl.Locale(tag).baseName !== '';
  } catch {
    return false;
  }
}
