import { t } from '@lingui/core/macro';
import type { DetailCode } from '../../../errors/detail.ts';
import { DESIGN_TEXTS } from './design-texts.ts';
import { FILE_TEXTS } from './file-texts.ts';
import { either, list, megabytes, number, ofServer, options, type Texts } from './text-values.ts';

const ODD_CHARACTERS = t`Contains invalid characters. Type the text instead of pasting it.`;

/** Texts of an empty value, by what the server accepts. */
const BLANK_TEXTS: ReadonlyMap<string, string> = new Map([
  ["the recipient's name", t`Enter the recipient’s name.`],
  ['the reason', t`Enter the reason.`],
  ['a tag', t`Enter a tag.`],
]);

/** Texts for users, who can change a value but not the rest of the request. */
export const DETAIL_TEXTS: Texts<DetailCode> = {
  ...DESIGN_TEXTS,
  ...FILE_TEXTS,
  required: t`Enter a value.`,
  blank: ({ accepted }) => BLANK_TEXTS.get(String(accepted)) ?? t`Enter a value.`,
  wrong_type: ({ accepted }) => t`Use ${accepted}.`,
  not_accepted: ({ accepted }) => t`Use ${accepted}.`,
  not_an_option: (params) => t`Choose ${{ options: options(params.options) }}.`,
  unknown_member: ({ suggestion }) =>
    suggestion === undefined ? t`Not known here. Remove it.` : t`Not known here. Use “${suggestion}”, or remove it.`,
  unknown_variable: t`The template no longer has this variable. Reload the page.`,
  too_long: ({ most }) => t`Use at most ${{ most: number(most) }} characters.`,
  too_short: ({ least }) => t`Use at least ${{ least: number(least) }} characters.`,
  too_many: ({ most }) => t`Use at most ${{ most: number(most) }}.`,
  too_few: ({ least }) => t`Use at least ${{ least: number(least) }}.`,
  too_large: ({ most }) => t`Enter ${{ most: number(most) }} or less.`,
  too_small: ({ least }) => t`Enter ${{ least: number(least) }} or more.`,
  out_of_range: ({ least, most }) =>
    t`Enter a whole number from ${{ least: number(least) }} to ${{ most: number(most) }}.`,
  not_a_number: t`Enter a number without thousands separators, such as 1234.5.`,
  not_finite: t`Enter a smaller number.`,
  not_a_date: t`Enter a date, such as 2026-11-20.`,
  not_a_date_time: t`Enter a date, such as 2026-11-20.`,
  not_a_day: t`Enter a date, such as 2026-11-20.`,
  too_early: ({ earliest }) => t`Enter ${earliest} or a later date.`,
  too_late: ({ latest }) => t`Enter ${latest} or an earlier date.`,
  before_award: t`This date is before the award. Enter a later one.`,
  in_the_past: t`This date is in the past. Enter a later one.`,
  clock_set_back: t`The clock of test mode only goes forward. Enter a later time.`,
  not_a_time_zone: t`Choose a time zone from the list.`,
  duplicate: ({ certificateId }) =>
    certificateId === null
      ? t`An earlier row is the same. Remove one of them.`
      : t`There is already a valid certificate of this template. Remove this one, or revoke the other.`,
  already_renewed: ({ certificateId }) =>
    certificateId === null
      ? t`An earlier row renews the same certificate. Remove one of them.`
      : t`This certificate is already renewed. Remove the row, or renew its renewal.`,
  certificate_revoked: t`This certificate is revoked. Reinstate it, or remove the row.`,
  original_unchangeable: t`This certificate has its original PDF, which can’t be changed. Leave it out.`,
  certificate_failed: t`This certificate couldn’t be rendered, so it was never valid. Leave it out.`,
  unknown_certificate: t`There is no such certificate. Check this value.`,
  several_certificates: t`Several certificates have this value. Enter the ID of one of them.`,
  looks_missing: t`This looks like a missing value.`,
  looks_like_error: t`This is an error of a spreadsheet.`,
  looks_like_placeholder: t`This looks like a placeholder.`,
  address_as_name: t`This is an e-mail address, not a name.`,
  all_capitals: ({ offer }) => t`This is in capitals only. “${offer}” may be right.`,
  misread_letters: ({ offer }) => t`Some letters were misread. “${offer}” may be right.`,
  lost_letter: t`A letter seems to be lost. Check it.`,
  shortened_number: t`The last digits of this number are missing. Enter all digits.`,
  invisible_characters: ({ offer }) => t`There are invisible characters. “${offer}” may be right.`,
  extra_spaces: ({ offer }) => t`There are too many spaces. “${offer}” may be right.`,
  surname_first: ({ offer }) => t`The surname is first. “${offer}” may be right.`,
  all_small: ({ offer }) => t`This has no capitals. “${offer}” may be right.`,
  far_date: t`This date is decades away.`,
  same_recipient: t`An earlier row has the same recipient.`,
  issued_before: t`This recipient already has this certificate.`,
  not_a_pattern: t`Use one serial in braces, and the year and the month at most once, as in the example.`,
  year_missing: t`Add the year in braces, or never start again.`,
  pattern_collides: ({ name }) => t`The series “${name}” can make the same numbers. Add a different prefix.`,
  not_a_validity: t`Choose one: months, days or a last day.`,
  not_a_mail_host: t`Enter the name of the server only, such as mail.example.com.`,
  not_an_email: t`Enter a valid e-mail address, such as name@example.com.`,
  not_a_web_address: t`Enter a web address that begins with https://.`,
  unknown_cursor: t`This list has changed. Load it again.`,
  not_a_uuid: t`This ID is incomplete. Copy it again.`,
  not_a_hash: t`Enter the verification code with all of its 64 characters.`,
  not_a_colour: t`Enter a colour such as #0b6b43.`,
  not_a_language: t`Enter a language code, such as en or pt-BR.`,
  not_a_name: ({ accepted }) => t`Enter another name: use ${accepted}.`,
  control_character: ODD_CHARACTERS,
  malformed_text: ODD_CHARACTERS,
  several_lines: t`Use a single line.`,
  invisible_character: t`Contains invisible characters. Type the text instead of pasting it.`,
  unknown_placeholder: ({ placeholder, accepted }) =>
    t`${placeholder} isn’t a placeholder. Use ${{ accepted: either(list(accepted)) }}.`,
  guessable_password: t`This password is easy to guess. Use a few unrelated words.`,
  already_member: t`This person is already a member.`,
  only_owner: t`Make someone else an owner first.`,
  not_confirmed: t`Confirm that your licence lets you embed this font.`,
  font_room: ({ most }) => t`Your fonts can take up ${{ most: megabytes(most) }} in total. Remove one first.`,
  library_room: ({ most }) =>
    t`Your library can take up ${{ most: megabytes(most) }} in total. Remove a picture first.`,
  picture_room: t`Too many pictures are waiting to be used. Issue the certificates, or try again tomorrow.`,
  pictures_too_large: ({ most }) =>
    t`The pictures of this certificate are too large. Use smaller ones, up to ${{ most: megabytes(most) }} in total.`,
  name_unsuitable: ({ template, problem }) => t`The template “${template}” can’t show this name. ${problem}`,
  issuer_name_unsuitable: ({ name, problem }) =>
    t`The template can’t show the name of your organisation, “${name}”. ${problem}`,
  nothing_selected: t`No certificates match. Change the filter.`,
  mail_refused: ({ answer }) => t`The mail server refused the e-mail: “${answer}”. Check the address.`,
  mail_server_failed: ({ answer }) => t`Your mail server didn’t accept the test: “${answer}”.`,
  too_many_calls: ofServer,
  empty_parameter: ofServer,
  email_needed: t`Enter an e-mail address, or turn off sending by e-mail.`,
  unknown_file: t`Choose the PDF again.`,
  original_or_template: t`Choose a template, or add the original PDF.`,
  number_taken: t`Another certificate has this number. Use another one.`,
  legacy_code_taken: t`Another certificate has this code. Use another one.`,
  not_a_legacy_code: t`Use 1 to 200 letters, digits, hyphens, dots, underscores or tildes.`,
  name_differs: t`This differs from the name in the template’s variable. Enter the name once.`,
  unknown_picture: t`Choose a picture, or upload it again.`,
  file_too_large: ({ most }) => t`This file is too large. Use one of up to ${{ most: megabytes(most) }}.`,
  several_files: t`Choose a single file.`,
  malformed_json: ofServer,
  not_an_object: ofServer,
  wrong_content_type: ofServer,
  wrong_content_encoding: ofServer,
  body_too_large: ({ most }) => t`Too large to send. Use at most ${{ most: megabytes(most) }}.`,
  body_too_slow: t`Your connection is too slow for this upload. Try again on a faster one.`,
  body_cut: t`The upload was interrupted. Try again.`,
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
