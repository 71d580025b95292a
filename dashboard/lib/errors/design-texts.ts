import type { DetailCode } from '../../../errors/detail.ts';
import { either, list, number, options, type Texts } from './text-values.ts';

const TOO_COMPLEX = 'This makes the certificate too complex. Simplify it, or remove some of it.';
const WEB_ADDRESS = 'Enter a web address that begins with https://.';
const NOT_USED = 'Use this variable in the template, or choose another one.';

/** Texts of faults of designs, and of values that do not match their design. */
export const DESIGN_TEXTS = {
  more_faults: ({ count }) => `Fix these first. ${number(count)} more will be shown then.`,
  too_many_elements: ({ most }) => `Use at most ${number(most)} elements.`,
  too_many_variables: ({ most }) => `Use at most ${number(most)} variables.`,
  not_above: ({ least }) => `Enter more than ${number(least)}.`,
  duplicates: 'Use values that differ from each other.',
  malformed_member_name: 'A name contains invalid characters. Rename it, or remove it.',
  only_for: ({ owner }) => `Only for ${owner}. Remove it here.`,

  not_a_variable_name: 'Use 1 to 64 letters, digits, spaces, _, - or dots.',
  malformed_placeholder: 'Check the variables in this text. Names can have letters, digits, spaces, _, - and dots.',
  variable_not_used: NOT_USED,
  wrong_variable_type: ({ accepted }) => `Choose a variable of type ${accepted}.`,
  recipient_name_as_language: 'This is the recipient’s name. Choose another variable for the language.',
  built_in_variable: 'This variable is built in. Only the format of issuedOn and expiresOn can be changed.',
  picture_as_text: ({ variable }) => `${variable} is a picture, so it can’t be used in text. Use an image element.`,
  picture_compared: ({ variable }) => `${variable} is a picture. Choose “is given” or “is missing”.`,
  picture_type: 'An image shows this variable. Change its type to picture.',
  one_operator: 'Choose a variable and one condition.',
  not_a_format: 'Choose one of the formats.',
  format_refused: 'This format can’t be used. Choose another one.',

  unknown_font: ({ family, suggestion }) =>
    `The font ${family} isn’t available. ${suggestion === undefined ? 'Choose another one' : `Choose ${suggestion}, or another one`}.`,
  not_a_link: 'Enter a web address that begins with https://, or an e-mail address after mailto:.',
  not_on_an_arc: 'Text on an arc can’t have this. Remove it, or the arc.',
  not_a_picture_source: 'Choose a picture: a PNG, JPEG, WebP or SVG.',
  malformed_path: ({ at }) => `Enter the outline as SVG path data. Check character ${number(at)}.`,
  path_too_long: ({ most }) => `This outline is too complex. Use at most ${number(most)} path commands.`,
  path_too_far: ({ most }) => `This outline is too large. Use coordinates up to ${number(most)} points.`,
  empty_path: 'This outline draws nothing. Add a line or a curve.',
  off_page: ({ points, side }) => `Leaves the page by ${number(points)} points at the ${side}. Move it onto the page.`,
  low_contrast: 'This QR code has too little contrast to scan. Use a darker code or a lighter background.',
  light_code: 'Some scanners can’t read a light QR code on a dark background. Use dark modules on a light one.',
  too_complex: TOO_COMPLEX,
  takes_too_long: 'This is too complex to process. Simplify it and try again.',
  takes_too_much_memory: 'This is too complex to process. Simplify it and try again.',
  not_processable: 'This can’t be processed. Simplify it and try again.',
  page_of_pdf: ({ points }) => `The background PDF sets this size. Use ${number(points)} points.`,

  unknown_property: ({ suggestion }) =>
    suggestion === undefined
      ? 'This style isn’t known. Remove it.'
      : `This style isn’t known. Use “${suggestion}”, or remove it.`,
  unknown_classes: ({ classes }) => `These classes aren’t known: ${list(classes).join(', ')}. Remove them.`,
  class_out_of_range: ({ property }) => `A class makes ${property} too large. Use a smaller one.`,
  for_boxes_only: 'Part of a paragraph can’t have this. Use font, colour and decoration there.',
  unknown_tag: ({ tag, suggestion }) =>
    suggestion === undefined
      ? `The tag “${tag}” isn’t known. Use another one.`
      : `The tag “${tag}” isn’t known. Use “${suggestion}”, or another one.`,
  wrong_child: ({ parent, accepted }) => `“${parent}” can’t contain this. Use ${either(list(accepted))}.`,
  no_children: ({ parent }) => `“${parent}” can’t contain anything. Remove what is inside.`,
  wrong_parent: ({ parents }) => `This can’t be here. Use it in ${options(parents)}.`,
  block_in_paragraph: ({ parent }) => `“${parent}” can only contain text and parts of it. Move this out.`,
  cells_from_one: ({ accepted }) => `Cells count from 1. Use ${accepted}.`,
  line_as_variable: ({ variable }) => `${variable} is one line of a list. Choose a variable of the certificate.`,
  name_in_use: 'This name is already used. Choose another one.',

  does_not_fit: 'Doesn’t fit. Shorten it or make the box larger.',
  qr_too_dense: 'The QR code is too small for this. Make it larger, or shorten its content.',
  qr_dense: 'Some scanners can’t read a QR code this small on the screen. Make it larger, or shorten its content.',
  qr_too_long: 'Too long for a QR code. Shorten it.',
  no_glyph: ({ characters }) =>
    `Contains characters that can’t be printed: ${list(characters).join(' ')}. Replace them.`,
  fallback_font: ({ font, words, fallback }) =>
    `${font} can’t show ${list(words).join(', ')} completely. ${fallback} is used instead.`,
  uneven_lines: ({ line, cells, columns }) =>
    `Line ${number(line)} has ${number(cells)} of ${number(columns)} cells. Separate the cells with tabs.`,
  broken_link: WEB_ADDRESS,
  not_among_options: ({ count }) => `Choose one of the ${number(count)} options of the template.`,
} as const satisfies Partial<Texts<DetailCode>>;
