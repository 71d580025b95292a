import { t } from '@lingui/core/macro';
import type { DetailCode } from '../../../errors/detail.ts';
import { joined } from '../../language/joined.ts';
import { either, list, number, options, type Texts } from './text-values.ts';

const TOO_COMPLEX = t`This makes the certificate too complex. Simplify it, or remove some of it.`;
const WEB_ADDRESS = t`Enter a web address that begins with https://.`;
const NOT_USED = t`Use this variable in the template, or choose another one.`;

/** Texts of an element that extends beyond the page, by the side. */
const OFF_PAGE: ReadonlyMap<string, (points: string) => string> = new Map([
  ['left', (points) => t`Leaves the page by ${points} points on the left. Move it onto the page.`],
  ['right', (points) => t`Leaves the page by ${points} points on the right. Move it onto the page.`],
  ['top', (points) => t`Leaves the page by ${points} points at the top. Move it onto the page.`],
  ['bottom', (points) => t`Leaves the page by ${points} points at the bottom. Move it onto the page.`],
]);

/** Texts of faults of designs, and of values that do not match their design. */
export const DESIGN_TEXTS = {
  more_faults: ({ count }) => t`Fix these first. ${{ count: number(count) }} more will be shown then.`,
  too_many_elements: ({ most }) => t`Use at most ${{ most: number(most) }} elements.`,
  too_many_variables: ({ most }) => t`Use at most ${{ most: number(most) }} variables.`,
  not_above: ({ least }) => t`Enter more than ${{ least: number(least) }}.`,
  duplicates: t`Use values that differ from each other.`,
  malformed_member_name: t`A name contains invalid characters. Rename it, or remove it.`,
  only_for: t`This can’t be set here. Remove it.`,

  not_a_variable_name: t`Use 1 to 64 letters, digits, spaces, _, - or dots.`,
  malformed_placeholder: t`Check the variables in this text. Names can have letters, digits, spaces, _, - and dots.`,
  variable_not_used: NOT_USED,
  wrong_variable_type: ({ accepted }) =>
    /\bdate\b/.test(String(accepted))
      ? t`Choose a variable that is no picture.`
      : t`Choose a variable of type text or choice.`,
  recipient_name_as_language: t`This is the recipient’s name. Choose another variable for the language.`,
  built_in_variable: t`This variable is built in. Only the format of issuedOn and expiresOn can be changed.`,
  picture_as_text: ({ variable }) => t`${variable} is a picture, so it can’t be used in text. Use an image element.`,
  picture_compared: ({ variable }) => t`${variable} is a picture. Choose “is given” or “is missing”.`,
  picture_type: t`An image shows this variable. Change its type to picture.`,
  one_operator: t`Choose a variable and one condition.`,
  not_a_format: t`Choose one of the formats.`,
  format_refused: t`This format can’t be used. Choose another one.`,

  unknown_font: ({ family, suggestion }) =>
    suggestion === undefined
      ? t`The font ${family} isn’t available. Choose another one.`
      : t`The font ${family} isn’t available. Choose ${suggestion}, or another one.`,
  not_a_link: t`Enter a web address that begins with https://, or an e-mail address after mailto:.`,
  not_on_an_arc: t`Text on an arc can’t have this. Remove it, or the arc.`,
  not_a_picture_source: t`Choose a picture: a PNG, JPEG, WebP or SVG.`,
  malformed_path: ({ at }) => t`Enter the outline as SVG path data. Check character ${{ at: number(at) }}.`,
  path_too_long: ({ most }) => t`This outline is too complex. Use at most ${{ most: number(most) }} path commands.`,
  path_too_far: ({ most }) => t`This outline is too large. Use coordinates up to ${{ most: number(most) }} points.`,
  empty_path: t`This outline draws nothing. Add a line or a curve.`,
  off_page: ({ points, side }, message) => OFF_PAGE.get(String(side))?.(number(points)) ?? message,
  low_contrast: t`This QR code has too little contrast to scan. Use a darker code or a lighter background.`,
  light_code: t`Some scanners can’t read a light QR code on a dark background. Use dark modules on a light one.`,
  too_complex: TOO_COMPLEX,
  takes_too_long: t`This is too complex to process. Simplify it and try again.`,
  takes_too_much_memory: t`This is too complex to process. Simplify it and try again.`,
  not_processable: t`This can’t be processed. Simplify it and try again.`,
  page_of_pdf: ({ points }) => t`The background PDF sets this size. Use ${{ points: number(points) }} points.`,

  unknown_property: ({ suggestion }) =>
    suggestion === undefined
      ? t`This style isn’t known. Remove it.`
      : t`This style isn’t known. Use “${suggestion}”, or remove it.`,
  unknown_classes: ({ classes }) => t`These classes aren’t known: ${{ classes: joined(list(classes)) }}. Remove them.`,
  class_out_of_range: ({ property }) => t`A class makes ${property} too large. Use a smaller one.`,
  for_boxes_only: t`Part of a paragraph can’t have this. Use font, colour and decoration there.`,
  unknown_tag: ({ tag, suggestion }) =>
    suggestion === undefined
      ? t`The tag “${tag}” isn’t known. Use another one.`
      : t`The tag “${tag}” isn’t known. Use “${suggestion}”, or another one.`,
  wrong_child: ({ parent, accepted }) =>
    t`“${parent}” can’t contain this. Use ${{ accepted: either(list(accepted)) }}.`,
  no_children: ({ parent }) => t`“${parent}” can’t contain anything. Remove what is inside.`,
  wrong_parent: ({ parents }) => t`This can’t be here. Use it in ${{ parents: options(parents) }}.`,
  block_in_paragraph: ({ parent }) => t`“${parent}” can only contain text and parts of it. Move this out.`,
  cells_from_one: ({ accepted }) => t`Cells count from 1. Use ${accepted}.`,
  line_as_variable: ({ variable }) => t`${variable} is one line of a list. Choose a variable of the certificate.`,
  name_in_use: t`This name is already used. Choose another one.`,

  does_not_fit: t`Doesn’t fit. Shorten it or make the box larger.`,
  qr_too_dense: t`The QR code is too small for this. Make it larger, or shorten its content.`,
  qr_dense: t`Some scanners can’t read a QR code this small on the screen. Make it larger, or shorten its content.`,
  qr_too_long: t`Too long for a QR code. Shorten it.`,
  no_glyph: ({ characters }) =>
    t`Contains characters that can’t be printed: ${{ characters: list(characters).join(' ') }}. Replace them.`,
  fallback_font: ({ font, words, fallback }) =>
    t`${font} can’t show ${{ words: joined(list(words)) }} completely. ${fallback} is used instead.`,
  uneven_lines: ({ line, cells, columns }) =>
    t`Line ${{ line: number(line) }} has ${{ cells: number(cells) }} of ${{ columns: number(columns) }} cells. Separate the cells with tabs.`,
  broken_link: WEB_ADDRESS,
  not_among_options: ({ count }) => t`Choose one of the ${{ count: number(count) }} options of the template.`,
} as const satisfies Partial<Texts<DetailCode>>;
