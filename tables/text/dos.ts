/** Characters of the bytes from 0x80, as no `TextDecoder` knows the code pages of DOS. Copied from Unicode's mapping files. */
const PAGES = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
} as const;

export const isDosPage = (encoding: string): encoding is keyof typeof PAGES => encoding in PAGES;

/** Decodes a code page of DOS. Every byte has a character. */
export function decodeDos(bytes: Uint8Array, page: keyof typeof PAGES): string {
  const characters = PAGES[page];
  const codes = new Uint16Array(bytes.length);
  for (const [at, byte] of bytes.entries()) codes[at] = byte < 0x80 ? byte : characters.charCodeAt(byte - 0x80);
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(codes);
}
