/** Maximum bytes of a file name on Linux, macOS and Windows. */
const MAX_BYTES = 255;

/** Invisible characters, and those that a file system or archive rejects. */
const UNUSABLE = /[/\\?%*:|"<>\p{C}\p{Zl}\p{Zp}]/u;
const JOINER = /[\u200c\u200d]/;
const IN_WORD = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

/** Names that Windows reserves for devices, with any ending (Microsoft, "Naming Files"), and names that Unix hides. */
const NOT_A_FILE = /^(?:\.|(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]|conin\$|conout\$) *\.)/iu;

/** Between the group and the title of a file. */
const SEPARATOR = ' - ';

/**
 * Returns a readable name (NFC) that every file system accepts: the title, then `suffix`, such as ` (2).pdf`. A `group` precedes the title.
 * Too long names are cut at a grapheme: first the group, then the title. A reserved or hidden name gets an underscore before it.
 */
export function safeFileName(title: string, suffix: string, group = ''): string {
  const name = readable(title, MAX_BYTES - bytesOf(suffix));
  if (!name && group) return safeFileName(group, suffix);
  const lead = readable(group, MAX_BYTES - bytesOf(`${SEPARATOR}${name}${suffix}`));
  const whole = `${lead && lead + SEPARATOR}${name}`;
  return `${NOT_A_FILE.test(whole + suffix) ? cut(`_${whole}`, MAX_BYTES - bytesOf(suffix)) : whole}${suffix}`;
}

const readable = (text: string, room: number): string => cut(cleaned(text.normalize('NFC')).trim(), room).trimEnd();

/** Replaces unusable characters by spaces. Keeps joiners inside words, where they shape letters and emoji. */
function cleaned(title: string): string {
  const characters = [...title];
  return characters
    .map((character, at) => {
      const isJoined = IN_WORD.test(characters[at - 1] ?? '') || characters[at - 1] === '\ufe0f';
      const isWord = JOINER.test(character) && isJoined && IN_WORD.test(characters[at + 1] ?? '');
      return UNUSABLE.test(character) && !isWord ? ' ' : character;
    })
    .join('');
}

function cut(title: string, room: number): string {
  const graphemes = [...new Intl.Segmenter().segment(title)].map(({ segment }) => segment);
  // A single grapheme with hundreds of marks can exceed the room.
  return prefix(graphemes, room) || prefix([...title], room);
}

function prefix(parts: readonly string[], room: number): string {
  let text = '';
  let left = room;
  for (const part of parts) {
    left -= bytesOf(part);
    if (left < 0) break;
    text += part;
  }
  return text;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
