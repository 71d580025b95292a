/** Text for a place that has one line, such as an e-mail's header: line breaks and control characters become a space. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
