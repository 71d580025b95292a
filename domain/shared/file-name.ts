/** Bytes of a file's name in the file systems of Linux, macOS and Windows. */
const MAX_BYTES = 255;

/** Characters that a file system or an archive refuses, and those that cannot be seen. */
const UNUSABLE = /[/\\?%*:|"<>\p{C}\p{Zl}\p{Zp}]/u;
const JOINER = /[\u200c\u200d]/;
const IN_WORD = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

/**
 * Returns a readable name that every file system takes: the title, cut at the end of a character a person sees, then `suffix`, such as
 * ` (2).pdf`.
 */
export function safeFileName(title: string, suffix: string): string {
  const room = MAX_BYTES - bytesOf(suffix);
  return `${cut(cleaned(title).trim(), room).trimEnd()}${suffix}`;
}

/** Joiners stay inside words, where they decide how letters and emoji look. */
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
  // One character with hundreds of marks may be longer than the room.
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
