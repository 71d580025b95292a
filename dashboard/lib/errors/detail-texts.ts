import type { DetailCode } from '../../../errors/detail.ts';
import { DESIGN_TEXTS } from './design-texts.ts';
import { FILE_TEXTS } from './file-texts.ts';
import { either, list, megabytes, number, ofServer, options, type Texts } from './text-values.ts';

const ODD_CHARACTERS = 'Contains invalid characters. Type the text instead of pasting it.';

/** Texts for users, who can change a value but not the rest of the request. */
export const DETAIL_TEXTS: Texts<DetailCode> = {
  ...DESIGN_TEXTS,
  ...FILE_TEXTS,
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
  not_a_day: 'Enter a date, such as 2026-11-20.',
  too_early: ({ earliest }) => `Enter ${earliest} or a later date.`,
  too_late: ({ latest }) => `Enter ${latest} or an earlier date.`,
  before_award: 'This date is before the award. Enter a later one.',
  in_the_past: 'This date is in the past. Enter a later one.',
  not_a_time_zone: 'Choose a time zone from the list.',
  duplicate: ({ certificateId }) =>
    certificateId === null
      ? 'An earlier row is the same. Remove one of them.'
      : 'There is already a valid certificate of this template. Remove this one, or revoke the other.',
  already_renewed: ({ certificateId }) =>
    certificateId === null
      ? 'An earlier row renews the same certificate. Remove one of them.'
      : 'This certificate is already renewed. Remove the row, or renew its renewal.',
  revoked_unrenewable: 'This certificate is revoked. Reinstate it, or leave this empty.',
  certificate_failed: 'This certificate couldn’t be rendered. Leave this empty to issue it again.',
  unknown_certificate: 'There is no such certificate. Enter its ID or your reference.',
  not_a_pattern: 'Use one serial in braces, and the year and the month at most once, as in the example.',
  year_missing: 'Add the year in braces, or never start again.',
  pattern_collides: ({ name }) => `The series “${name}” can make the same numbers. Add a different prefix.`,
  not_a_validity: 'Choose one: months, days or a last day.',
  not_an_email: 'Enter a valid e-mail address, such as name@example.com.',
  not_a_web_address: 'Enter a web address that begins with https://.',
  unknown_cursor: 'This list has changed. Load it again.',
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
    `${placeholder} isn’t a placeholder. Use ${either(list(accepted))}.`,
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
  not_a_cursor: ofServer,
  unknown_position: ofServer,
  expired_position: ofServer,
  unknown_event_type: ofServer,
};
