import { fault } from '../../errors/from-zod.ts';
import { oneLine } from '../shared/schemas.ts';

/**
 * Characters that are invisible or change the order of other characters. The code points are symbols and marks without ink: the empty
 * Braille pattern, the object replacement character, the null note head and the Khitan filler.
 * Signs of category Cf that enclose digits, such as U+0600, are visible.
 */
const INVISIBLE =
  /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\ufffc\u{1d159}\u{16fe4}[\p{Cf}--[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]]/v;
const EMOJI = /\p{RGI_Emoji}/gv;
const VARIATION = /([\p{Script=Han}\p{Extended_Pictographic}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** Letters of joining scripts, except those that never join to the next letter (Joining_Type R and U). */
const JOINING = String.raw`[[\p{L}&&[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Phags_Pa}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]]--[\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c\u072f]]`;
const JOINED = String.raw`[\p{L}&&[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Phags_Pa}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]]`;
/** Marks of class 9 (virama). */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}]`;
/** Non-joiners that UAX 31 allows: between letters that would join (A1), and after a virama and before a letter (A2). */
const NON_JOINER = new RegExp(
  String.raw`(?<=${JOINING}\p{M}*)\u200c(?=\p{M}*${JOINED})|(?<=\p{L}\p{M}*${VIRAMA}\p{M}*)\u200c(?=\p{M}*\p{L})`,
  'gv',
);
/** Joiners that UAX 31 allows: after a virama (B). */
const JOINER = new RegExp(String.raw`(?<=\p{L}\p{M}*${VIRAMA}\p{M}*)\u200d`, 'gv');

/** Returns true if every character of a name is visible or required by its script (UAX 31, section 2.3.1). */
function isVisible(name: string): boolean {
  const rest = name.replaceAll(EMOJI, '').replaceAll(VARIATION, '$1').replaceAll(NON_JOINER, '').replaceAll(JOINER, '');
  return !INVISIBLE.test(rest);
}

/** Name of an issuer, on one line. Names beyond `max` are rejected without further checks, which would be slow. */
export const displayName = (max: number) => oneLine(max).refine(isVisible, fault('invisible_character'));
