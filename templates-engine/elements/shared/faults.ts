/** The message for characters that no font has. */
export const unsupportedMessage = (characters: readonly string[]): string =>
  `has characters that no font can show: ${characters.map((one) => `${JSON.stringify(one)} (${codePoints(one)})`).join(', ')}`;

const codePoints = (character: string): string =>
  [...character]
    .map((point) => `U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
