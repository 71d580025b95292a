import type { ErrorCode } from './codes.ts';
import { DESIGN_DETAILS } from './design-details.ts';
import type { Entry } from './entry.ts';
import { FILE_DETAILS } from './file-details.ts';

/** What can be wrong with one value of a request: the `code` of a detail. */
export const DETAILS = {
  required: {
    message: 'Missing. Give {accepted}.',
    cause: 'A value that the operation needs is not there.',
    fix: 'Add it. `path` says where.',
  },
  blank: {
    message: 'Blank. Give {accepted}.',
    cause: 'The value has no visible character.',
    fix: 'Give a value, or leave the member out where it is optional.',
  },
  wrong_type: {
    message: 'Wrong type. Use {accepted}.',
    cause: 'The value has another JSON type.',
    fix: 'Send the type that the API document has.',
  },
  not_accepted: {
    message: 'Not accepted here. Use {accepted}.',
    cause: 'The value is not one that the member takes.',
    fix: 'Use a value of the named form.',
  },
  not_an_option: {
    message: 'Not an option. Use {options}.',
    cause: 'The value is none of the options.',
    fix: 'Use an option, in the same spelling.',
  },
  unknown_member: {
    message: 'Unknown member.[ Did you mean {suggestion}?]',
    cause: 'The operation does not know the member, so it would have no effect.',
    fix: 'Correct its name, or remove it.',
  },
  unknown_variable: {
    message: 'Unknown variable. The template has {variables}.',
    cause: 'The template does not use a variable of this name.',
    fix: "Read the template's `variables`, and send exactly those.",
  },
  too_long: {
    message: 'Too long. Use at most {most} characters.',
    cause: 'The text is longer than its limit.',
    fix: 'Shorten it.',
  },
  too_short: {
    message: 'Too short. Use at least {least} characters.',
    cause: 'The text is shorter than its limit.',
    fix: 'Give a longer one.',
  },
  too_many: {
    message: 'Too many. Use at most {most}.',
    cause: 'The list is longer than its limit.',
    fix: 'Send several requests, or fewer entries.',
  },
  too_few: {
    message: 'Too few. Use at least {least}.',
    cause: 'The list is shorter than its limit.',
    fix: 'Add an entry.',
  },
  too_large: {
    message: 'Too large. Use at most {most}.',
    cause: 'The number is above its limit.',
    fix: 'Use a smaller one.',
  },
  too_small: {
    message: 'Too small. Use {least} or more.',
    cause: 'The number is below its limit.',
    fix: 'Use a larger one.',
  },
  out_of_range: {
    message: 'Out of range. Use a whole number from {least} to {most}.',
    cause: 'The number is outside of its range, or not whole.',
    fix: 'Use a whole number of the range.',
  },
  not_a_number: {
    message: 'Not a number. Use at most 100 digits and 20 decimals, as in -1234.5.',
    cause: 'The value of a number is written otherwise, for example with thousands separators.',
    fix: 'Write digits, and a point before decimals.',
  },
  not_finite: {
    message: 'Not a finite number. Use one that JSON can hold.',
    cause: 'The number is too large for JSON.',
    fix: 'Use a smaller one.',
  },
  not_a_date: {
    message: 'Not a date. Use YYYY-MM-DD, or 2026-11-20T09:30Z.',
    cause: 'The value of a date is written otherwise, or there is no such day.',
    fix: 'Write dates by ISO 8601.',
  },
  not_a_date_time: {
    message: 'Not a date and time. Use 2026-11-20T09:30:00Z.',
    cause: 'The value is written otherwise, or there is no such moment.',
    fix: 'Write it by ISO 8601, with its offset.',
  },
  not_an_email: {
    message: 'Not an e-mail address. Use name@example.org.',
    cause: 'The address is malformed.',
    fix: 'Give the bare address, without a name around it.',
  },
  not_a_web_address: {
    message: 'Not a web address. Use https://example.org, without spaces, user name or password.',
    cause: 'The address is malformed, or its scheme is neither http nor https.',
    fix: 'Give a whole address.',
  },
  not_a_uuid: {
    message: 'Not an id. Use a UUID.',
    cause: 'The value has not the form of an id.',
    fix: 'Use an id as an answer of the API has it.',
  },
  not_a_hash: {
    message: 'Not a verification hash. Use its 64 hexadecimal digits.',
    cause: 'The value was cut, or is no hash.',
    fix: 'Copy it from `verificationHash` or the page.',
  },
  not_a_colour: {
    message: 'Not a colour. Use {accepted}.',
    cause: 'The colour is written otherwise.',
    fix: 'Write it as in `#1F4E8C`.',
  },
  not_a_language: {
    message: 'Not a language. Use a BCP 47 tag, as in en or pt-BR.',
    cause: 'The tag is malformed, or names no language that is known.',
    fix: 'Use a tag of BCP 47.',
  },
  not_a_name: {
    message: 'Not a name. Use {accepted}.',
    cause: 'The name has characters that it may not have.',
    fix: 'Use another name.',
  },
  control_character: {
    message: 'Contains a control character. Remove it.',
    cause: 'The text has a character that nothing shows, such as NUL.',
    fix: 'Remove it; tabs and line breaks are accepted in texts of several lines.',
  },
  malformed_text: {
    message: 'Malformed text. Remove lone surrogates.',
    cause: 'The text was cut in the middle of a character.',
    fix: 'Cut texts between characters.',
  },
  several_lines: {
    message: 'Several lines. Use a single one.',
    cause: 'The text has a line break where one line is shown.',
    fix: 'Remove the line break.',
  },
  invisible_character: {
    message: 'Contains an invisible character. Use characters that can be seen.',
    cause: 'The name has a line break or a character that shows nothing or changes the order of others.',
    fix: 'Type the name instead of pasting it.',
  },
  unknown_placeholder: {
    message: 'Unknown placeholder {placeholder}. Use {accepted}.',
    cause: 'The text of mails has a placeholder that mails do not fill.',
    fix: 'Use one of the named placeholders.',
  },
  guessable_password: {
    message: 'Among the first that attackers try. Use a few unrelated words.',
    cause: 'The password is common, or made of the address or the product’s name.',
    fix: 'Choose another one.',
  },
  already_member: {
    message: 'A member already. Use another address.',
    cause: 'The person is a member of the organisation.',
    fix: 'Change the role instead.',
  },
  only_owner: {
    message: 'The only owner. Make somebody else an owner first.',
    cause: 'An organisation keeps one owner at least.',
    fix: 'Make another member an owner, then try again.',
  },
  unknown_picture: {
    message: 'No such picture. Use one that was uploaded, as asset: and 64 hexadecimal digits.',
    cause: 'The organisation has no picture with this digest, or it was deleted as unused.',
    fix: 'Upload it again.',
  },
  file_too_large: {
    message: 'File of {size} bytes. Use one of at most {most}.',
    cause: 'The file is larger than its limit.',
    fix: 'Use a smaller file.',
  },
  several_files: {
    message: 'Several files. Use one.',
    cause: 'The form has several parts of this name.',
    fix: 'Send one file.',
  },
  malformed_json: {
    message: 'Not JSON. Send an object in UTF-8.',
    cause: 'The body cannot be parsed.',
    fix: 'Check quotes, commas and the encoding.',
  },
  not_an_object: {
    message: 'Not an object. Send a JSON object.',
    cause: 'The body is missing, empty, or another JSON value.',
    fix: 'Send an object; `{}` where nothing has to be said.',
  },
  wrong_content_type: {
    message: 'Wrong Content-Type. Use {accepted}.',
    cause: 'The header is missing, or names another type, charset or encoding.',
    fix: 'Set the header.',
  },
  body_too_large: {
    message: 'Body too large. Send at most {most} bytes.',
    cause: 'The body is larger than its limit.',
    fix: 'Send less in one request.',
  },
  body_too_slow: {
    message: 'Body too slow. Send at least {rate} KB/s.',
    cause: 'The body arrives slower than the service waits.',
    fix: 'Send it over a faster connection.',
  },
  body_cut: {
    message: 'Body incomplete. Send all of it.',
    cause: 'The body ended early, or could not be decompressed.',
    fix: 'Send it again.',
  },
  nested_too_deeply: {
    message: 'Nested too deeply. Use at most {most} levels.',
    cause: 'The JSON has too many levels.',
    fix: 'Flatten it.',
  },
  too_many_values: {
    message: 'Too many values. Use at most {most}.',
    cause: 'The JSON has more values than the service reads.',
    fix: 'Send several requests.',
  },
  too_many_parts: {
    message: 'Too many parts. Use at most {most}.',
    cause: 'The form has more parts than the operation needs.',
    fix: 'Remove the others.',
  },
  repeated: {
    message: 'Given several times. Give it once.',
    cause: 'The header or parameter is there more than once.',
    fix: 'Send it once.',
  },
  not_for_several: {
    message: 'Belongs to one creation. Send each in a request of its own.',
    cause: 'A batched native request has a key for several creations.',
    fix: 'Send each creation alone.',
  },
  not_a_key: {
    message: 'Not an Idempotency-Key. Use 1 to 255 printable ASCII characters.',
    cause: 'The key is empty, too long, or has other characters.',
    fix: 'Use a UUID.',
  },
  ...DESIGN_DETAILS,
  ...FILE_DETAILS,
} as const satisfies Record<string, Entry>;

/** Situations that a program distinguishes within one of the contract's codes: the member `reason` beside `error`. */
export const REASONS = {
  limit_reached: {
    error: 'CONFLICT',
    message: 'The limit of {most} {list} is reached. {remedy}',
    cause: 'A list is full.',
    fix: 'Remove an entry that is no longer needed; limits are in integrating.md.',
  },
  name_taken: {
    error: 'CONFLICT',
    message: 'Another organisation has this name, or one that looks like it. Use another name.',
    cause: 'Issuer names are unique in an installation.',
    fix: 'Choose another name.',
  },
  mail_limit: {
    error: 'RATE_LIMITED',
    message: 'Too many mails to this address or of this organisation in an hour. Try again in {seconds} s.',
    cause: 'A mailbox gets five mails an hour for one purpose.',
    fix: 'Wait for `Retry-After` seconds.',
  },
} as const satisfies Record<string, Entry & { error: ErrorCode }>;
