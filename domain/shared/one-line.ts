/** Returns a text for a place with one line, such as an e-mail's header. Line breaks and control characters become a space. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
