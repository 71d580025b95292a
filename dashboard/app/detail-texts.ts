import type { DetailCode, DetailParams } from '../../errors/detail.ts';

/** A text, or how it is made: of the code's parameters and the server's message. */
type Text<Params> = string | ((params: Params, message: string) => string);

type Value = string | number | readonly string[];

const format = new Intl.NumberFormat();
const megabyteFormat = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'megabyte',
  maximumSignificantDigits: 3,
});
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const number = (value: Value): string => format.format(Number(value));
/** Limits are whole millions of bytes, or multiples of 1,048,576; a limit has the same number of MB wherever it is shown. */
const megabytes = (value: Value): string =>
  megabyteFormat.format(Number(value) / (Number(value) % 1_000_000 === 0 ? 1_000_000 : 1024 * 1024));
const list = (value: Value): string[] => (typeof value === 'object' ? [...value] : [String(value)]);
const options = (value: Value): string => either.format(list(value).map((option) => `“${option}”`));

/** Faults of requests that only programs send: a person can at most report them. */
const ofServer = (_params: unknown, message: string): string => message;

const ODD_CHARACTERS = 'Contains invalid characters. Type the text instead of pasting it.';

/** Texts for the person at the screen, who can change a value and not the request around it. */
export const DETAIL_TEXTS: { readonly [Code in DetailCode]: Text<DetailParams<Code>> } = {
  required: 'Enter a value.',
  blank: ({ accepted }) => `Enter ${accepted === 'a text' ? 'a value' : String(accepted).replaceAll("'", '’')}.`,
  wrong_type: ({ accepted }) => `Use ${accepted}.`,
  not_accepted: ({ accepted }) => `Use ${accepted}.`,
  not_an_option: (params) => `Choose ${options(params.options)}.`,
  unknown_member: ({ suggestion }) =>
    suggestion === undefined ? 'Not known here. Remove it.' : `Not known here. Use “${suggestion}”, or remove it.`,
  unknown_variable: 'The template no longer has this variable. Reload the page.',
  too_long: ({ most }) => `Use at most ${number(most)} characters.`,
  too_short: ({ least }) => `Use at least ${number(least)} characters.`,
  too_many: ({ most }) => `Use at most ${number(most)}.`,
  too_few: ({ least }) => `Use at least ${number(least)}.`,
  too_large: ({ most }) => `Enter ${number(most)} or less.`,
  too_small: ({ least }) => `Enter ${number(least)} or more.`,
  out_of_range: ({ least, most }) => `Enter a whole number from ${number(least)} to ${number(most)}.`,
  not_a_number: 'Enter a number without thousands separators, such as 1234.5.',
  not_finite: 'Enter a smaller number.',
  not_a_date: 'Enter a date, such as 2026-11-20.',
  not_a_date_time: 'Enter a date, such as 2026-11-20.',
  not_an_email: 'Enter a valid e-mail address, such as name@example.com.',
  not_a_web_address: 'Enter a web address that begins with https://.',
  not_a_uuid: 'This ID is incomplete. Copy it again.',
  not_a_hash: 'Enter the verification code with all of its 64 characters.',
  not_a_colour: 'Enter a colour such as #0b6b43.',
  not_a_language: 'Enter a language code, such as en or pt-BR.',
  not_a_name: ({ accepted }) => `Enter another name: use ${accepted}.`,
  control_character: ODD_CHARACTERS,
  malformed_text: ODD_CHARACTERS,
  several_lines: 'Use a single line.',
  invisible_character: 'Contains invisible characters. Type the text instead of pasting it.',
  unknown_placeholder: ({ placeholder, accepted }) =>
    `${placeholder} isn’t a placeholder. Use ${either.format(list(accepted))}.`,
  guessable_password: 'This password is easy to guess. Use a few unrelated words.',
  already_member: 'This person is already a member.',
  only_owner: 'Make someone else an owner first.',
  not_confirmed: 'Confirm that your licence lets you embed this font.',
  font_room: ({ most }) => `Your fonts can take up ${megabytes(most)} in total. Remove one first.`,
  picture_room: 'Too many pictures are waiting to be used. Issue the certificates, or try again tomorrow.',
  pictures_too_large: ({ most }) =>
    `The pictures of this certificate are too large. Use smaller ones, up to ${megabytes(most)} in total.`,
  name_unsuitable: ({ template, problem }) => `The template “${template}” can’t show this name. ${problem}`,
  issuer_name_unsuitable: ({ name, problem }) =>
    `The template can’t show the name of your organisation, “${name}”. ${problem}`,
  nothing_selected: 'No certificates match. Change the filter.',
  mail_refused: ({ answer }) => `The mail server refused the e-mail: “${answer}”. Check the address.`,
  too_many_calls: ofServer,
  empty_parameter: ofServer,
  email_needed: 'Enter an e-mail address, or turn off sending by e-mail.',
  unknown_picture: 'Choose a picture, or upload it again.',
  file_too_large: ({ most }) => `This file is too large. Use one of up to ${megabytes(most)}.`,
  several_files: 'Choose a single file.',
  malformed_json: ofServer,
  not_an_object: ofServer,
  wrong_content_type: ofServer,
  wrong_content_encoding: ofServer,
  body_too_large: ({ most }) => `Too large to send. Use at most ${megabytes(most)}.`,
  body_too_slow: 'Your connection is too slow for this upload. Try again on a faster one.',
  body_cut: 'The upload was interrupted. Try again.',
  nested_too_deeply: ofServer,
  too_many_values: ofServer,
  too_many_parts: ofServer,
  repeated: ofServer,
  not_for_several: ofServer,
  not_a_key: ofServer,
};
