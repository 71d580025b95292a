import type { ErrorCode } from './codes.ts';

/** Message of a code, with its usual cause and the remedy. */
interface Entry {
  /**
   * States what is wrong, then what is accepted. `{name}` stands for a parameter; a part in brackets is left out where its parameter is not
   * given.
   */
  message: string;
  cause: string;
  fix: string;
}

/** Meaning of a code of the contract, and its causes besides the situations of `REASONS`. */
interface Meaning {
  meaning: string;
  causes: readonly { cause: string; fix: string }[];
}

export const CODES = {
  UNAUTHORIZED: { meaning: 'The API key is missing, invalid or revoked', causes: [] },
  KEY_EXPIRED: { meaning: 'The API key is past its expiry date', causes: [] },
  FORBIDDEN: {
    meaning: 'The API key lacks the scope',
    causes: [
      {
        cause: 'A page of another origin called `/mcp`.',
        fix: 'Call from a program, or set `BASE_URL` to the address of the page.',
      },
    ],
  },
  NOT_FOUND: {
    meaning: 'There is no such resource',
    causes: [
      {
        cause: 'The id is unknown, or of another organisation, which looks the same.',
        fix: 'Check which organisation the key is of.',
      },
      { cause: 'The template is archived, or was never published.', fix: 'Restore or publish it in the dashboard.' },
      { cause: 'The path or the method is none of the API.', fix: 'Compare with `/docs`; paths begin with `/api/v1`.' },
      { cause: 'With status 405: `/mcp` has no sessions and no streams.', fix: 'Send each message by POST.' },
      { cause: 'With status 202: the file is not rendered yet.', fix: 'Wait and call again, or use a webhook.' },
    ],
  },
  VALIDATION_ERROR: { meaning: 'The request is not valid; `details` says what and where', causes: [] },
  INSUFFICIENT_CREDITS: {
    meaning: 'The balance is too low',
    causes: [
      {
        cause: '`credits` has the `current` balance and what is `required`.',
        fix: 'Have the operator grant credits. Nothing of the request was issued.',
      },
    ],
  },
  IDEMPOTENCY_CONFLICT: {
    meaning: 'The Idempotency-Key was used with another body, or its call has not ended yet',
    causes: [],
  },
  CONFLICT: { meaning: 'The resource is in a state that does not allow it; `reason` says which', causes: [] },
  RATE_LIMITED: { meaning: 'Too many requests; `Retry-After` gives the wait in seconds', causes: [] },
  SERVICE_UNAVAILABLE: {
    meaning:
      'The service is unavailable at the moment; send it again after `Retry-After` seconds, a creation with its Idempotency-Key',
    causes: [],
  },
  INTERNAL_ERROR: {
    meaning: 'Unexpected error; `X-Request-Id` names it in the log',
    causes: [
      {
        cause: 'A fault of the service.',
        fix: 'Report the `X-Request-Id`. A creation can be sent again with its `Idempotency-Key`.',
      },
    ],
  },
} as const satisfies Record<ErrorCode, Meaning>;

/** Faults of one value of a request, by the `code` of a detail. */
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
  not_a_day: {
    message: 'Not a day. Use YYYY-MM-DD.',
    cause: 'The value is written otherwise, has a time, or there is no such day.',
    fix: 'Write the day by ISO 8601.',
  },
  too_early: {
    message: 'Too early. Use {earliest} or later.',
    cause: 'The day is before the first one that is accepted.',
    fix: 'Use a later day.',
  },
  too_late: {
    message: 'Too late. Use {latest} or earlier.',
    cause: 'The day is after the last one that is accepted, such as an award in the future.',
    fix: 'Use an earlier day.',
  },
  before_award: {
    message: 'Before the award. Use a time after {awardedOn}.',
    cause: 'The certificate would expire before it is awarded.',
    fix: 'Use a later day, or change the award first.',
  },
  in_the_past: {
    message: 'In the past. Use a time after now.',
    cause: 'The certificate would be expired when it is issued.',
    fix: 'Use a later day, or leave the expiry out.',
  },
  clock_set_back: {
    message: 'Before the time of test mode. Use {now} or later.',
    cause: 'The clock of test mode only goes forward.',
    fix: 'Use a later time, or reset test mode.',
  },
  not_a_time_zone: {
    message: 'Not a time zone. Use an IANA name, as in Europe/Paris.',
    cause: 'The name is unknown, or an offset such as +01:00.',
    fix: 'Use a name of the IANA time zone database.',
  },
  duplicate: {
    message:
      'Issued already[ as {certificateId}][ to the recipient at index {row}]. Leave it out, or revoke the other one.',
    cause: 'The template issues one certificate per e-mail address or external id (`uniqueBy`).',
    fix: 'Leave the recipient out. Revoked, expired and failed certificates do not count.',
  },
  already_renewed: {
    message: 'Renewed already[ as {certificateId}][ by the recipient at index {row}]. Leave it out.',
    cause: 'A certificate is renewed once, even if its renewal was revoked.',
    fix: 'Leave it out, or renew its renewal.',
  },
  certificate_failed: {
    message: 'The certificate could not be rendered. Issue it again.',
    cause: 'A certificate whose rendering has failed permanently was never valid.',
    fix: 'Leave it out.',
  },
  unknown_certificate: {
    message: 'Unknown certificate. Use the {accepted} of one of yours.',
    cause: 'The value is unknown, or of another organisation.',
    fix: 'Take it from `GET /certificates`.',
  },
  several_certificates: {
    message: 'Several certificates have this value. Use the id of one of them.',
    cause: 'An external id can be that of several certificates.',
    fix: 'Take the id from `GET /certificates?externalId=`.',
  },
  original_unchangeable: {
    message: 'The certificate has its original PDF. Leave it out.',
    cause: 'The file of a certificate that was imported with its PDF cannot be rendered with other values.',
    fix: 'Leave it out, or revoke it and issue another one.',
  },
  certificate_revoked: {
    message: 'The certificate is revoked. Reinstate it first, or leave it out.',
    cause: 'A revoked certificate is not corrected or renewed, and its expiry is not changed.',
    fix: 'Reinstate the certificate, or leave it out.',
  },
  not_a_pattern: {
    message: 'Not a pattern. Use one {serial}, and at most one {year} and one {month}.',
    cause: 'The pattern has no serial, several of them, or another placeholder.',
    fix: 'Write it as in the example.',
  },
  year_missing: {
    message: 'No year. Use {year} in the pattern of a series that is reset yearly.',
    cause: 'Without the year, the numbers of two years would be the same.',
    fix: 'Add the year, or never reset the series.',
  },
  pattern_collides: {
    message: 'The series {name} can make the same numbers. Use another text beside them.',
    cause: 'Numbers are unique in an organisation.',
    fix: 'Add a prefix that the other series does not have.',
  },
  not_a_validity: {
    message: 'Not a validity. Use exactly one of months, days or until.',
    cause: 'The validity has none of these members, or several.',
    fix: 'Keep one member.',
  },
  not_an_email: {
    message: 'Not an e-mail address. Use name@example.org.',
    cause: 'The address is malformed.',
    fix: 'Give the bare address, without a name around it.',
  },
  not_a_mail_host: {
    message: 'Not a host name. Use mail.example.org, without a scheme or port.',
    cause: 'The host is malformed, or has a single label.',
    fix: 'Give the host name of the mail server, or its IP address.',
  },
  not_a_web_address: {
    message: 'Not a web address. Use https://example.org, without spaces, user name or password.',
    cause: 'The address is malformed, or its scheme is neither http nor https.',
    fix: 'Give a whole address.',
  },
  unknown_cursor: {
    message: 'Not a cursor of this list. Use `nextCursor` of the previous page.',
    cause: 'The cursor is malformed, or the entry that it names was deleted.',
    fix: 'Read the list from its beginning.',
  },
  not_a_uuid: {
    message: 'Not an id. Use a UUID.',
    cause: 'The value has not the form of an id.',
    fix: 'Use an id as an answer of the API has it.',
  },
  not_a_cursor: {
    message: 'Not a cursor. Use nextCursor of an answer, or the id of a server-sent event.',
    cause: 'The value is truncated, or was not returned by Laurel.',
    fix: 'Send a cursor unchanged.',
  },
  unknown_position: {
    message: 'The event log has no such position. Start again from the list, GET /events.',
    cause: 'The cursor is of another organisation, or of a state of the database before an older backup was restored.',
    fix: 'Read the certificates once, then list the events without a cursor, and follow after `nextCursor`.',
  },
  expired_position: {
    message: 'Events after this position were deleted. Start again from the list, GET /events.',
    cause: 'The cursor is older than 30 days, the time that events are kept.',
    fix: 'Read the certificates once, then list the events without a cursor, and follow after `nextCursor`.',
  },
  unknown_event_type: {
    message: 'Unknown event type {type}.[ Did you mean {suggestion}?] Use a listed type, certificate.* or *.',
    cause: 'No event has this type; a wildcard is * alone, or .* at the end.',
    fix: 'Use a type that the API document lists.',
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
  not_confirmed: {
    message: 'Not confirmed. Send true if the licence allows embedding the font in documents.',
    cause: 'Somebody has to confirm the right to embed the font.',
    fix: 'Read the licence, then confirm.',
  },
  font_room: {
    message: 'Fonts of {size} bytes together. Use at most {most}.',
    cause: "The organisation's fonts have a limit together.",
    fix: 'Remove one first.',
  },
  library_room: {
    message: 'Library pictures of {size} bytes together. Use at most {most}.',
    cause: "The pictures of an organisation's library have a limit together.",
    fix: 'Remove one first.',
  },
  picture_room: {
    message: 'Too many unused pictures: {size} bytes. Keep at most {most}, for up to {days} days.',
    cause: 'Pictures that no certificate shows have a limit together.',
    fix: 'Issue the certificates, or wait until unused pictures are deleted.',
  },
  pictures_too_large: {
    message: 'Pictures of {size} bytes on one page. Use at most {most}.',
    cause: 'The pictures of one certificate have a limit together.',
    fix: 'Use smaller pictures.',
  },
  name_unsuitable: {
    message: 'The template {template} ({templateId}) cannot set this name. {problem}',
    cause: 'A published template of the organisation could issue nothing under this name.',
    fix: 'Shorten the name, or change the template.',
  },
  issuer_name_unsuitable: {
    message: 'The organisation’s name {name} cannot be set. {problem}',
    cause: "The name of the organisation does not suit the template's box or fonts.",
    fix: "Change the organisation's name, or the template.",
  },
  nothing_selected: {
    message: 'Nothing selected. Use a filter that finds certificates.',
    cause: 'No certificate matches the filter.',
    fix: 'Change the filter.',
  },
  mail_refused: {
    message: 'The mail server refused the e-mail. It said: {answer}',
    cause: 'The mail server did not take the message.',
    fix: 'Check the address and the mail server.',
  },
  mail_server_failed: {
    message: 'The mail server did not accept the test: {answer}',
    cause: 'The server cannot be reached, is not encrypted, or refuses the sign-in or the sender.',
    fix: 'Correct the settings, and test again.',
  },
  too_many_calls: {
    message: 'Too many calls in one request. Send at most {most}.',
    cause: 'A batched native request, or a message of an agent, has more calls than are read.',
    fix: 'Send several requests.',
  },
  empty_parameter: {
    message: 'Empty. Leave it out, or give it a value.',
    cause: 'A parameter of the query has no value.',
    fix: 'Leave it out.',
  },
  email_needed: {
    message: 'Missing. Give an e-mail address, or leave sendEmail out.',
    cause: '`sendEmail` is true for a recipient without an address.',
    fix: 'Add `recipientEmail`.',
  },
  unknown_file: {
    message: 'No such file. Upload it first; its name is file: and 64 hexadecimal digits.',
    cause: 'The organisation has no file with this digest, or it was deleted 24 hours after its upload.',
    fix: 'Upload it with `POST /certificates/import/files` again.',
  },
  original_or_template: {
    message: 'No source. Give originalPdf, or a templateId beside the certificates.',
    cause: 'An imported certificate is rendered from a template, or has its original PDF.',
    fix: 'Name a template, or upload the PDF and name it.',
  },
  number_taken: {
    message: 'Number taken[ by {certificateId}][ by the certificate at index {row}]. Use one number per certificate.',
    cause: 'Another certificate of the organisation has the number, or a series has assigned it since.',
    fix: 'Give another number, or leave the certificate out.',
  },
  legacy_code_taken: {
    message: 'Code taken[ by {certificateId}][ by the certificate at index {row}]. Use one code per certificate.',
    cause: 'The code leads to one certificate of the organisation.',
    fix: 'Give another code, or leave the certificate out.',
  },
  not_a_legacy_code: {
    message: 'Not a code. Use 1 to 200 letters, digits, hyphens, dots, underscores or tildes.',
    cause: 'The code is part of a web address.',
    fix: 'Use the last part of the former address.',
  },
  name_differs: {
    message: 'Differs from the variable {variable}. Give the name once.',
    cause: 'The template has a variable for the name, which was given another value.',
    fix: 'Leave `recipientName` out.',
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
  wrong_content_encoding: {
    message: 'Wrong Content-Encoding. Use one of {options}.',
    cause: 'The body is compressed in a way that the service does not read.',
    fix: 'Send it as it is, or compressed with gzip.',
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
    cause: 'The body ended early, is malformed, or could not be decompressed.',
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

  // Values that look wrong. They are warnings of dry runs: such values are accepted.

  looks_missing: {
    message: 'Looks like a missing value. Check it.',
    cause: 'A program writes this text where it has no value, such as `undefined` or `N/A`.',
    fix: 'Give the value, or ignore the warning.',
  },
  looks_like_error: {
    message: 'Looks like an error of a spreadsheet. Check it.',
    cause: 'A formula of the spreadsheet has failed, such as `#N/A`.',
    fix: 'Correct the formula, then send the value again.',
  },
  looks_like_placeholder: {
    message: 'Looks like a placeholder that was not filled. Check it.',
    cause: 'The text has a placeholder of a mail merge or a template, such as `{{name}}`.',
    fix: 'Give the value.',
  },
  address_as_name: {
    message: 'An e-mail address as a name. Check it.',
    cause: "The recipient's name is an e-mail address, as if columns were exchanged.",
    fix: 'Give the name.',
  },
  all_capitals: {
    message: 'All capitals. Use {offer}, if that is right.',
    cause: 'The name was typed in capitals only.',
    fix: 'Use the offer if it is right: only the bearer knows.',
  },
  all_small: {
    message: 'No capitals. Use {offer}, if that is right.',
    cause: 'The name was typed in small letters only.',
    fix: 'Use the offer if it is right: only the bearer knows.',
  },
  misread_letters: {
    message: 'Letters misread by a program. Use {offer}, if that is right.',
    cause: 'A program has read the text in a wrong encoding, such as `MÃ¼ller` for `Müller`.',
    fix: 'Use the offer, or export the table as UTF-8 again.',
  },
  lost_letter: {
    message: 'A letter seems to be lost. Check it.',
    cause: 'A program has replaced a letter that it could not write, such as `M?ller` for `Müller`.',
    fix: 'Give the letter, or ignore the warning.',
  },
  shortened_number: {
    message: 'The last digits of this number are missing. Enter all digits.',
    cause: 'A spreadsheet has shortened a long number, such as `4.91523E+11`.',
    fix: 'Give all digits: format the column as text before it is exported.',
  },
  invisible_characters: {
    message: 'Invisible characters. Use {offer}, if that is right.',
    cause: 'The name was copied with characters that nobody sees, such as a space without width.',
    fix: 'Use the offer, or ignore the warning.',
  },
  extra_spaces: {
    message: 'Several spaces in a row. Use {offer}, if that is right.',
    cause: 'The name has several spaces, or a tab, between two words. They would show on the certificate.',
    fix: 'Use the offer, or ignore the warning.',
  },
  surname_first: {
    message: 'Surname first. Use {offer}, if that is right.',
    cause: 'The name has a comma after its surname, as in “Lovelace, Ada”.',
    fix: 'Use the offer if it is right: only the bearer knows.',
  },
  far_date: {
    message: 'More than 50 years away. Check it.',
    cause: 'The year of the date is probably mistyped.',
    fix: 'Correct it, or ignore the warning.',
  },
  same_recipient: {
    message: 'Same recipient as at index {row}. Check both.',
    cause: 'An earlier recipient of the call has the same name and e-mail address.',
    fix: 'Leave one of them out, if it is the same certificate.',
  },
  issued_before: {
    message: 'Already issued as {certificateId}. Check it.',
    cause:
      'The recipient has a valid certificate of the template with the same name and values, or the same external id.',
    fix: 'Leave it out, if it is the same certificate.',
  },

  // Design documents, and values that do not suit their design.

  more_faults: {
    message: '{count} more faults are not listed. Correct these first.',
    cause: 'The document has more faults than one answer lists.',
    fix: 'Correct the listed ones, then send it again.',
  },
  too_many_elements: {
    message: 'Too many elements. Use at most {most}.',
    cause: 'The design has more elements than its limit.',
    fix: 'Combine elements, for example texts in one markup.',
  },
  too_many_variables: {
    message: '{count} variables. Use at most {most}.',
    cause: 'The elements use more variables than the limit.',
    fix: 'Use fewer, for example one with several lines.',
  },
  not_above: {
    message: 'Too small. Use more than {least}.',
    cause: 'The number is not above its limit.',
    fix: 'Use a larger one.',
  },
  duplicates: {
    message: 'Contains duplicates. Use different values.',
    cause: 'The list has a value twice.',
    fix: 'Remove one of the two.',
  },
  malformed_member_name: {
    message: 'Member with a malformed name. Use one without NUL and lone surrogates.',
    cause: 'The object at `path` has a member whose name cannot be stored.',
    fix: 'Rename the member.',
  },
  only_for: {
    message: 'Accepted for {owner} only. Remove it.',
    cause: 'The member has no meaning beside the others.',
    fix: 'Remove it, or change what it belongs to.',
  },

  not_a_variable_name: {
    message: 'Not a variable name. Use 1 to 64 letters, digits, spaces, _, - or dots.',
    cause: 'The name is empty, too long, or has other characters.',
    fix: 'Use another name.',
  },
  malformed_placeholder: {
    message: 'Malformed placeholder. Use {accepted}.',
    cause: 'Two opening braces are not followed by the name of a variable and two closing ones.',
    fix: 'Write the name of a variable between them.',
  },
  variable_not_used: {
    message: 'Not a variable of the design.[ Use one of {variables}.]',
    cause: 'No element of the design uses a variable of this name.',
    fix: 'Use it in a text, or name a variable that is used.',
  },
  wrong_variable_type: {
    message: 'Variable of type {type}. Use type {accepted}.',
    cause: 'The place needs a variable of another type.',
    fix: 'Change the type of the variable, or use another variable.',
  },
  recipient_name_as_language: {
    message: "The recipient's name. Use another variable for the language.",
    cause: 'One variable gives both the name and the language.',
    fix: 'Use a variable of its own for the language.',
  },
  built_in_variable: {
    message: 'Built-in variable. Describe only issuedOn and expiresOn, by type date and a format.',
    cause: 'The platform gives built-in variables their values.',
    fix: 'Remove the description.',
  },
  picture_as_text: {
    message: '{variable} is a picture. Use it as the src of an image.',
    cause: 'The value of the variable names a picture, which nobody wants to read.',
    fix: 'Show it by an image, or give the variable another type.',
  },
  picture_compared: {
    message: '{variable} is a picture. Use isEmpty or isNotEmpty.',
    cause: 'A condition compares the name of a picture.',
    fix: 'Ask whether there is a picture at all.',
  },
  picture_type: {
    message: 'Shown by an image, but of type {type}. Use type picture.',
    cause: 'An image shows the variable, whose type is another.',
    fix: 'Set its type to picture, or leave the type out.',
  },
  one_operator: {
    message: 'Not a condition. Use a variable and exactly one of {operators}.',
    cause: 'The condition has no operator, or several.',
    fix: 'Keep one operator.',
  },
  not_a_format: {
    message: 'Not a format. Use {options}, or an object of options of Intl.',
    cause: 'The format is no known length.',
    fix: 'Use one of the lengths.',
  },
  format_refused: {
    message: 'Options that Intl refuses: {fault}. Use others.',
    cause: 'The options of the format do not go together, or have a wrong value.',
    fix: 'Try them in the console of a browser.',
  },

  unknown_font: {
    message: 'Unknown font {family}.[ Did you mean {suggestion}?] Use one of the catalogue, or an uploaded one.',
    cause: 'Neither the catalogue nor the organisation has the family.',
    fix: 'Upload it, or use a family that designs.md lists.',
  },
  not_a_link: {
    message: 'Not a link. Use an http, https or mailto address.',
    cause: 'The address is malformed, or of another scheme.',
    fix: 'Write the whole address, with placeholders where it varies.',
  },
  not_on_an_arc: {
    message: 'Not shown on an arc. Remove it, or the arc.',
    cause: 'Text on an arc is not underlined.',
    fix: 'Remove the underline.',
  },
  not_a_picture_source: {
    message: 'Not a picture. Use {accepted}.',
    cause: 'The source is no data URI of a picture, no uploaded picture, and no variable.',
    fix: 'Upload the picture, and use its name.',
  },
  malformed_path: {
    message: 'Path data has {found} at character {at}. Use {expected} there.',
    cause: 'The SVG path data is malformed.',
    fix: 'Correct it, or export it again.',
  },
  path_too_long: {
    message: 'Too many path commands. Use at most {most}.',
    cause: 'The path has more commands than its limit.',
    fix: 'Simplify the path, or use a picture.',
  },
  path_too_far: {
    message: 'Path beyond {most} points. Use smaller coordinates.',
    cause: 'A coordinate of the path is out of range.',
    fix: 'Scale the path.',
  },
  empty_path: {
    message: 'The path draws nothing. Use at least one line or curve.',
    cause: 'The path only moves.',
    fix: 'Add a line, or remove the shape.',
  },
  off_page: {
    message: 'Leaves the page by {points} points at the {side}. Move it onto the page.',
    cause: 'A QR code or a text with variables would be cut off.',
    fix: 'Move it, or make it smaller.',
  },
  low_contrast: {
    message: 'Contrast of {ratio}:1 between the QR code and its ground. Use at least {least}:1.',
    cause: 'Scanners cannot distinguish the code from what lies behind it.',
    fix: 'Give the code a background, or other colours.',
  },
  light_code: {
    message: 'The QR code is lighter than its ground. Use dark modules on a light ground.',
    cause: 'Some scanners read only dark codes on light ground.',
    fix: 'Give the code a dark colour and a light background.',
  },
  too_complex: {
    message: 'Too many {resource} on the page[: {amount}]. Use at most {most}.',
    cause: 'Rendering the page would take too much time or memory.',
    fix: 'Simplify the element at `path`; designs.md has the limits.',
  },
  takes_too_long: {
    message: 'Takes too long to process. Use a simpler one.',
    cause: 'The part at `path` took more time than it may.',
    fix: 'Simplify it, or use a smaller file.',
  },
  takes_too_much_memory: {
    message: 'Takes too much memory to process. Use a simpler one.',
    cause: 'The part at `path` took more memory than it may.',
    fix: 'Simplify it, or use a smaller file.',
  },
  not_processable: {
    message: 'Cannot be processed. Use a simpler one.',
    cause: 'The part at `path` ended the process that read it.',
    fix: 'Export the file again by another program.',
  },
  page_of_pdf: {
    message: 'Not the size of the PDF. Use {points}, or leave it out.',
    cause: 'The page has another size than the PDF in its background.',
    fix: 'Leave the size of the page out.',
  },

  unknown_property: {
    message: 'Unknown property.[ Did you mean {suggestion}?] Use CSS in camelCase as in designs.md.',
    cause: 'Markup does not support the property.',
    fix: 'Remove it, or correct its name.',
  },
  unknown_classes: {
    message: 'Unknown classes {classes}. Use Tailwind classes as in designs.md.',
    cause: 'Markup does not support the classes.',
    fix: 'Write them as properties of style.',
  },
  class_out_of_range: {
    message: 'A class sets {property} out of range. Use a smaller value.',
    cause: 'The value in the class is beyond the limit of its property.',
    fix: 'Use another class.',
  },
  for_boxes_only: {
    message: 'For boxes only. Use font, colour and decoration on part of a paragraph.',
    cause: 'Part of a paragraph has a property of boxes.',
    fix: 'Move the property to the element around it.',
  },
  unknown_tag: {
    message: 'Unknown tag {tag}.[ Did you mean {suggestion}?] Use a tag that designs.md lists.',
    cause: 'Markup does not support the tag.',
    fix: 'Use another one, such as div.',
  },
  wrong_child: {
    message: 'Not a child of {parent}. Use {accepted}.',
    cause: 'The tag around it takes other tags only.',
    fix: 'Wrap it in one of these.',
  },
  no_children: {
    message: '{parent} takes no children. Remove them.',
    cause: 'The tag stands alone.',
    fix: 'Place them beside it.',
  },
  wrong_parent: {
    message: 'Tag in the wrong place. Use it in {parents}.',
    cause: 'The tag needs another one around it.',
    fix: 'Wrap it in one of these.',
  },
  block_in_paragraph: {
    message: 'Block in {parent}. Use text and inline tags there.',
    cause: 'A box stands in part of a paragraph.',
    fix: 'Place it beside the paragraph.',
  },
  cells_from_one: {
    message: 'Cells count from 1. Use {accepted}.',
    cause: 'The placeholder names cell 0 of a line.',
    fix: 'Count from 1.',
  },
  line_as_variable: {
    message: '{variable} is a line of an each. Use a variable of the certificate.',
    cause: 'The place needs a variable, and the name is that of a line or a cell.',
    fix: 'Use a variable.',
  },
  name_in_use: {
    message: 'Name in use. Use one that no variable and no other each has.',
    cause: 'The line would hide what has this name already.',
    fix: 'Use another name.',
  },

  does_not_fit: {
    message: 'Does not fit its box of {width} by {height} points[, even at {smallest} points]. Use less text.',
    cause: 'The text is larger than the box that the design gives it.',
    fix: 'Shorten it, or enlarge the box or allow a smaller font in the design.',
  },
  qr_too_dense: {
    message: 'A QR code of {bytes} bytes needs {least} points. Its box has {side}: use fewer bytes.',
    cause: 'The modules of the code would be too small for a scanner.',
    fix: 'Shorten what it says, or enlarge its box.',
  },
  qr_dense: {
    message: 'QR code too dense for the PNG: {bytes} bytes in {side} points. Use {least} points or more.',
    cause: 'A module of the code has less than 2 pixels in the PNG at 144 dpi, which some scanners misread.',
    fix: 'Enlarge the box of the code, or use a shorter address such as `{{shortVerificationUrl}}`.',
  },
  qr_too_long: {
    message: '{bytes} bytes. Use at most 2,953 for a QR code.',
    cause: 'No QR code holds as much.',
    fix: 'Shorten what it says, for example to an address.',
  },
  no_glyph: {
    message: 'No font shows {characters}. Use other characters.',
    cause: 'Neither the font of the text nor any other has the characters.',
    fix: 'Replace them, or upload a font that has them.',
  },
  fallback_font: {
    message: '{font} lacks letters of {words}. {fallback} shows them.',
    cause: 'A word that its font cannot show completely is set in another font.',
    fix: 'Choose a font with all of the letters, or accept the other font.',
  },
  uneven_lines: {
    message: 'Line {line} has {cells} cells, and the table has {columns} columns. Separate cells with tabs.',
    cause: 'The design shows each line of the value as a row of a table, whose cells are separated by tabs.',
    fix: 'Add the missing cells, or remove those that are too many.',
  },
  broken_link: {
    message: 'Not a link with this value. Use an http, https or mailto address.',
    cause: 'The link of the design is no address once the value is in it.',
    fix: 'Correct the value.',
  },
  not_among_options: {
    message: 'Not an option. Use one of the {count} options of the template.',
    cause: 'The value is none of the options of the variable.',
    fix: "Read them in the template's `variables`.",
  },

  // Uploaded files: pictures, fonts and PDFs.

  not_a_picture: {
    message: 'Not a picture. Use a whole PNG, JPEG, WebP or SVG.',
    cause: 'The file is of another format, or damaged.',
    fix: 'Export it again.',
  },
  picture_too_large: {
    message: 'Picture of more pixels than the limit. Use at most {most}.',
    cause: 'The picture, or those of a page together, have too many pixels.',
    fix: 'Scale it down.',
  },
  svg_refused: {
    message: 'SVG with {found}. Use one that stands alone and is quick to draw.',
    cause: 'The SVG could read other files, run code, or take long to draw.',
    fix: 'Export it as plain SVG, or as PNG.',
  },

  not_a_font: {
    message: 'Not a font. Use TTF, OTF, WOFF or WOFF2.',
    cause: 'The file is of another format, or empty.',
    fix: 'Use the original file of the font.',
  },
  font_collection: {
    message: 'Collection of fonts. Use a file of one font.',
    cause: 'The file has several fonts (TTC).',
    fix: 'Extract each to a file of its own.',
  },
  font_damaged: {
    message: 'Damaged font: {fault}. Use an undamaged file.',
    cause: 'The file is incomplete, or contradicts itself.',
    fix: 'Download it again, or export it by a font editor.',
  },
  font_table_missing: {
    message: 'Font without the tables {tables}. Use a complete one.',
    cause: 'The file lacks what is needed to set or to embed it.',
    fix: 'Use the original file of the font.',
  },
  font_not_embeddable: {
    message: 'Font that {reason} (fsType {flags}). Use one whose licence allows to embed it.',
    cause: 'The maker of the font does not allow it in documents (table OS/2).',
    fix: 'Ask the maker for a licence and a file that allow it.',
  },
  font_coloured: {
    message: 'Coloured glyphs (table {table}). Use the font in one colour.',
    cause: 'Fonts of several colours are not supported.',
    fix: 'Use a variant in one colour.',
  },
  font_without_outlines: {
    message: 'Font without outlines. Use a scalable one.',
    cause: 'The font has bitmaps alone, or all its characters are blank.',
    fix: 'Use a font with outlines.',
  },
  font_too_large: {
    message: 'Font too large[: {size} bytes] once unpacked. Use at most {most} bytes.',
    cause: 'The font is larger than a page may embed.',
    fix: 'Reduce its characters, or its instances.',
  },
  font_too_complex: {
    message: 'Font too complex: {fault}. Use a simpler one.',
    cause: 'Setting or drawing the font would take too long.',
    fix: 'Use another font.',
  },
  font_name_refused: {
    message: 'Family name {fault}. Use a font with a readable name of at most {most} characters.',
    cause: 'Designs could not name the family.',
    fix: 'Rename the font in a font editor.',
  },
  family_taken: {
    message: 'The product has a font {family}. Use one of another name.',
    cause: 'The catalogue has a family of this name.',
    fix: 'Use the family of the catalogue, or rename the font.',
  },

  not_a_delivery_report: {
    message: 'Not a delivery report. Use a message of the type multipart/report (RFC 3464).',
    cause: 'The message has no part message/delivery-status, or too many headers or levels.',
    fix: 'Send the whole message as it arrived at BOUNCE_ADDRESS.',
  },
  not_a_pdf: {
    message: 'Not a PDF. Use a PDF file.',
    cause: 'The file is of another format.',
    fix: 'Export it as PDF.',
  },
  pdf_protected: {
    message: 'Protected PDF. Use one without a password.',
    cause: 'Opening the file needs a password.',
    fix: 'Print it to PDF again and choose that file.',
  },
  pdf_fonts_missing: {
    message: 'Fonts not embedded: {fonts}. Use a PDF with its fonts embedded.',
    cause: 'The fonts are not in the file, so others would be shown.',
    fix: 'Print it to PDF again and choose that file.',
  },
  pdf_damaged: {
    message: 'Damaged PDF: {fault}. Use an undamaged file.',
    cause: 'The file is incomplete, or contradicts itself.',
    fix: 'Print it to PDF again and choose that file.',
  },
  pdf_not_drawable: {
    message: 'The PDF cannot be drawn. Use a simpler page.',
    cause: 'Drawing the page takes too much memory, or the file is damaged.',
    fix: 'Simplify the page, or export it again.',
  },
  pdf_too_complex: {
    message: 'PDF with too many {resource}. Use at most {most}.',
    cause: 'Reading the page would take too much time or memory.',
    fix: 'Simplify the page, or place it as a picture.',
  },
  pdf_picture_refused: {
    message: 'Picture refused: {fault}. Use pictures that PDF/A accepts.',
    cause: 'Certificates are PDF/A, which has no such pictures.',
    fix: 'Print it to PDF again and choose that file.',
  },
  page_size: {
    message: 'Page of {width} by {height} points. Use {least} to {most} points a side.',
    cause: 'The first page of the PDF is too small or too large.',
    fix: 'Scale the page.',
  },
} as const satisfies Record<string, Entry>;

/** Situations that a program distinguishes within one of the contract's codes: the member `reason` beside `error`. */
export const REASONS = {
  unknown_operation: {
    error: 'NOT_FOUND',
    message: 'Unknown operation. Use a client of the same version as the server.',
    cause: 'A native call names an operation that this version of the server does not have.',
    fix: 'Upgrade the server, or install the client of its version, which `Laurel-Version` names.',
  },
  method_not_allowed: {
    error: 'NOT_FOUND',
    message: 'Not a method of this path. Use {allowed}.',
    cause: 'The path exists with other methods, which `Allow` lists. The status is 405.',
    fix: 'Compare with `/docs`.',
  },
  no_key: {
    error: 'UNAUTHORIZED',
    message: 'No API key. Send Authorization: Bearer svc_live_….',
    cause: 'The header is missing; some proxies strip it.',
    fix: 'Send the header.',
  },
  unknown_key: {
    error: 'UNAUTHORIZED',
    message: 'Invalid or revoked API key. Use one that is in use.',
    cause: 'The key was mistyped, cut, revoked, or is of another installation.',
    fix: 'Create a key in the dashboard (Settings, API keys).',
  },
  key_expired: {
    error: 'KEY_EXPIRED',
    message: 'Expired API key. Use another one.',
    cause: 'The key has passed its last day.',
    fix: 'Create or rotate a key in the dashboard.',
  },
  sign_in_required: {
    error: 'UNAUTHORIZED',
    message: 'Not signed in. Sign in first.',
    cause: 'The operation is for people, and there is no session.',
    fix: 'Use the dashboard.',
  },
  no_organisation: {
    error: 'UNAUTHORIZED',
    message: 'No organisation of yours. Name one in {header}.',
    cause: 'A session is good for several organisations, and the call names none of them.',
    fix: 'Send the header.',
  },
  other_account: {
    error: 'UNAUTHORIZED',
    message: 'For another account. Sign in as {email}.',
    cause: 'The invitation is for somebody who has an account.',
    fix: 'Sign in with that account, then accept.',
  },
  missing_scope: {
    error: 'FORBIDDEN',
    message: 'Missing scope. Use a key or role that has {scope}.',
    cause: 'The key lacks the scope, or the role the right.',
    fix: "Create a key that has it: a key's scopes never change.",
  },
  owners_only: {
    error: 'FORBIDDEN',
    message: 'For owners only. Ask one to make, change or remove owners.',
    cause: 'The role may not manage owners.',
    fix: 'Ask an owner of the organisation.',
  },
  limit_reached: {
    error: 'CONFLICT',
    message: 'The limit of {most} {list} is reached. {remedy}',
    cause: 'A list is full.',
    fix: 'Remove an entry that is no longer needed; limits are in integrating.md.',
  },
  name_taken: {
    error: 'CONFLICT',
    message: 'Another organisation has this name, or one that looks the same. Choose another name.',
    cause: 'Issuer names are unique in an installation.',
    fix: 'Choose another name.',
  },
  template_archived: {
    error: 'CONFLICT',
    message: 'The template is archived. Restore it first.',
    cause: 'An archived template takes no new version.',
    fix: 'Restore it in the dashboard.',
  },
  design_changed: {
    error: 'CONFLICT',
    message: 'Somebody else has changed the design. Open it again.',
    cause: 'The revision is not the latest one.',
    fix: 'Read the design again, and decide.',
  },
  font_removed: {
    error: 'CONFLICT',
    message: 'A font was removed[: {family}]. Open the design again.',
    cause: 'A font that the design uses was removed after the design was saved.',
    fix: 'Choose another font.',
  },
  font_used: {
    error: 'CONFLICT',
    message: 'The font is used by {users}. Change these first.',
    cause: 'Published versions and drafts keep their fonts.',
    fix: 'Change the designs that use it.',
  },
  certificate_revoked: {
    error: 'CONFLICT',
    message: 'The certificate is revoked. Reinstate it first, or issue a new one.',
    cause: 'A revoked certificate is not mailed, corrected or renewed, and its expiry is not changed.',
    fix: 'Reinstate it, or issue another certificate.',
  },
  certificate_failed: {
    error: 'CONFLICT',
    message: 'The certificate could not be rendered. Issue it again.',
    cause: 'Its rendering has failed permanently, so there are no files.',
    fix: 'Issue it again: its credit was given back.',
  },
  file_replaced: {
    error: 'NOT_FOUND',
    message: 'The file was replaced. Open the verification page for the present one.',
    cause: 'The certificate was corrected, or its expiry changed, and its files have other addresses since.',
    fix: 'Use the addresses that `GET /certificates/{id}` returns.',
  },
  already_renewed: {
    error: 'CONFLICT',
    message: 'The certificate was renewed already[ as {certificateId}]. Renew that one.',
    cause: 'A certificate is renewed once, even if its renewal was revoked.',
    fix: 'Use the renewal, `renewedBy`, or renew that one.',
  },
  template_unavailable: {
    error: 'CONFLICT',
    message: 'The template is no longer available. Restore it, or issue from another one.',
    cause: 'The template of the certificate is archived, or another organisation keeps it private now.',
    fix: 'Restore the template, or issue a new certificate.',
  },
  no_change: {
    error: 'CONFLICT',
    message: 'Nothing would change. Give at least one different value.',
    cause: 'All given values are those that the certificate already has.',
    fix: 'Give a value that differs, or leave the certificate unchanged.',
  },
  hiding_not_allowed: {
    error: 'CONFLICT',
    message: 'The issuer does not allow to hide this certificate. Ask the issuer.',
    cause: "The current version of the certificate's template has no `hiding`.",
    fix: 'Add `hiding` to the design, or ask the issuer.',
  },
  too_many_links: {
    error: 'CONFLICT',
    message: 'The certificate has {most} links already. Revoke one first.',
    cause: 'A certificate has a limited number of links that are not revoked.',
    fix: 'Revoke a link that is no longer needed.',
  },
  original_unchangeable: {
    error: 'CONFLICT',
    message: 'Imported with its original PDF, which cannot be corrected. Issue or import another certificate.',
    cause: 'Laurel did not render the PDF, so it cannot write other values into it.',
    fix: 'Revoke the certificate, and issue or import another one.',
  },
  request_open: {
    error: 'CONFLICT',
    message: 'A correction was requested on {since}. Wait for the answer.',
    cause: 'A certificate has one open request for a correction at a time.',
    fix: 'Wait until the issuer has decided.',
  },
  request_decided: {
    error: 'CONFLICT',
    message: 'The request is {status} already. Reload the list.',
    cause: 'Another member has decided the request, or it was decided in another window.',
    fix: 'Read the request again.',
  },
  requests_not_accepted: {
    error: 'CONFLICT',
    message: 'The issuer accepts no requests for this certificate. Ask the issuer directly.',
    cause: "The current version of the certificate's template has no `requests`.",
    fix: 'Add `requests` to the design, or ask the issuer.',
  },
  sender_not_confirmed: {
    error: 'CONFLICT',
    message: "No confirmed sender's address. Set one and confirm it first.",
    cause: "An own mail server sends only from the organisation's own address.",
    fix: 'Set `senderAddress`, and confirm it by the link that is mailed to it.',
  },
  mail_server_private: {
    error: 'CONFLICT',
    message: 'The address of {host} is private. Use a server that is reachable from the internet.',
    cause: 'The host has private addresses only, which Laurel does not connect to.',
    fix: 'Use a public server, or have the operator add its address to `EGRESS_ALLOW`.',
  },
  mailbox_not_waiting: {
    error: 'CONFLICT',
    message: 'No address waits for its confirmation. Set one that is not confirmed.',
    cause: 'The address is confirmed already, or none is set.',
    fix: 'Read the organisation again.',
  },
  live_only: {
    error: 'CONFLICT',
    message: 'Not possible in test mode, which only reads it. Use a key that begins with svc_live_.',
    cause: 'Templates, branding, settings and members are shared by test mode, and only read there.',
    fix: 'Change it with a live key, or leave test mode in the dashboard.',
  },
  test_only: {
    error: 'CONFLICT',
    message: 'Only in test mode. Use a key that begins with svc_test_.',
    cause: 'The operation moves the clock, sets the credits or shows the mails of test mode, or empties it.',
    fix: 'Use a test key, or switch test mode on in the dashboard.',
  },
  no_such_series: {
    error: 'CONFLICT',
    message: 'The organisation has no number series {name}. Create it, or use another template.',
    cause: 'The template numbers its certificates in a series that does not exist.',
    fix: 'Create the series in the settings, or with `number-series create`.',
  },
  series_exists: {
    error: 'CONFLICT',
    message: 'The organisation has a number series {name} already. Use another name.',
    cause: 'Names of series are unique in an organisation.',
    fix: 'Choose another name.',
  },
  no_recipient_address: {
    error: 'CONFLICT',
    message: 'The certificate has no e-mail address. Give recipientEmail.',
    cause: 'There is nobody to mail it to.',
    fix: 'Send `recipientEmail` with the call.',
  },
  batch_processing: {
    error: 'CONFLICT',
    message: 'The batch is still being processed. Wait until it is completed.',
    cause: 'Failed certificates are issued again once all have ended.',
    fix: 'Wait for `batch.completed`.',
  },
  nothing_failed: {
    error: 'CONFLICT',
    message: 'The batch has no failed certificate.',
    cause: 'There is nothing to issue again.',
    fix: 'Nothing has to be done.',
  },
  webhook_address_private: {
    error: 'CONFLICT',
    message: 'The address of {host} is private. Use one that is reachable from the internet.',
    cause: 'The host has private addresses only, which Laurel does not connect to.',
    fix: 'Use a public address, or have the operator add it to `EGRESS_ALLOW`.',
  },
  webhook_disabled: {
    error: 'CONFLICT',
    message: 'The webhook is disabled. Enable it first.',
    cause: 'A webhook with retries for a day had no success for 5 days.',
    fix: 'Enable the webhook in the dashboard, or with `webhook enable`, and have the missed deliveries sent.',
  },
  key_reused: {
    error: 'IDEMPOTENCY_CONFLICT',
    message: 'The Idempotency-Key was used with another body. Use a new one.',
    cause: 'The same key came with another body within 24 hours.',
    fix: 'Use a new key for what is new.',
  },
  key_in_flight: {
    error: 'IDEMPOTENCY_CONFLICT',
    message: 'The call with this Idempotency-Key has not ended. Try again in a moment.',
    cause: 'The first call with the key is still being handled.',
    fix: 'Send the same again after a moment.',
  },
  too_many_requests: {
    error: 'RATE_LIMITED',
    message: 'Too many requests. Try again in {seconds} s.',
    cause: 'The key, the person, the address or the organisation has made all calls of a minute.',
    fix: 'Wait for `Retry-After` seconds; `RateLimit` says how many calls are left.',
  },
  too_many_attempts: {
    error: 'RATE_LIMITED',
    message: 'Too many attempts. Try again in {seconds} s.',
    cause: 'An address has signed in, or asked for passwords, too often.',
    fix: 'Wait for `Retry-After` seconds.',
  },
  account_delayed: {
    error: 'RATE_LIMITED',
    message: 'Too many failed sign-ins to this account. Try again in {seconds} s.',
    cause: 'The password was wrong several times.',
    fix: 'Wait for `Retry-After` seconds, or set a new password.',
  },
  sign_ins_busy: {
    error: 'RATE_LIMITED',
    message: 'Too many callers are signing in. Try again in a moment.',
    cause: 'The queue of sign-ins from unknown addresses is full.',
    fix: 'Wait for `Retry-After` seconds.',
  },
  mail_limit: {
    error: 'RATE_LIMITED',
    message: 'Too many mails to this address or of this organisation in an hour. Try again in {seconds} s.',
    cause: 'A mailbox gets five mails an hour for one purpose.',
    fix: 'Wait for `Retry-After` seconds.',
  },
  request_limit: {
    error: 'RATE_LIMITED',
    message: 'Too many requests for corrections in a day. Try again tomorrow.',
    cause: 'A certificate takes three requests a day, and a mailbox makes 20 a day in an organisation.',
    fix: 'Wait for `Retry-After` seconds.',
  },
  hiding_limit: {
    error: 'RATE_LIMITED',
    message: 'Too many changes of hidden certificates in a day. Try again tomorrow.',
    cause:
      'A recipient shows certificates and creates links 100 times a day in an organisation. Hiding and revoking are not limited.',
    fix: 'Wait for `Retry-After` seconds.',
  },
  too_many_followers: {
    error: 'RATE_LIMITED',
    message: 'Too many open streams. The maximum is {most} per organisation.',
    cause: 'Each program or browser that follows events holds one stream open.',
    fix: 'Close unused streams, share one, or poll `GET /events`.',
  },
  uploads_busy: {
    error: 'RATE_LIMITED',
    message: 'Too much is being uploaded at once. Send fewer requests at a time.',
    cause: 'Your organisation sends more at once than the memory for request bodies takes.',
    fix: 'Send fewer requests at a time.',
  },
  checks_busy: {
    error: 'RATE_LIMITED',
    message: '{count} batches of yours wait for their check. Try again when one has ended.',
    cause: 'Long checks of an organisation run one after another.',
    fix: 'Send one after another.',
  },
  drawings_busy: {
    error: 'RATE_LIMITED',
    message: '{count} pictures are waiting to be drawn already. Try again in a moment.',
    cause: 'Too many designs and pictures of yours are waiting.',
    fix: 'Send fewer at a time.',
  },
  prints_busy: {
    error: 'RATE_LIMITED',
    message: '{count} print files are being made already. Wait for one to end.',
    cause: 'Each print file keeps a process busy.',
    fix: 'Download one after another.',
  },
  starting: {
    error: 'SERVICE_UNAVAILABLE',
    message: 'The service is starting. Try again in a moment.',
    cause: 'The process has just been started.',
    fix: 'Retry after `Retry-After` seconds.',
  },
  unavailable: {
    error: 'SERVICE_UNAVAILABLE',
    message: 'The service is not available. Try again in a moment.',
    cause: 'The database cannot be reached, or the storage is full.',
    fix: 'Retry; if it stays so, tell the operator.',
  },
  signing_unavailable: {
    error: 'SERVICE_UNAVAILABLE',
    message: 'Signing is not possible now: {reason}. Try again in a moment.',
    cause: 'A key was replaced just now, or a time stamp could not be had.',
    fix: 'Retry; if it stays so, tell the operator.',
  },
  rendering_interrupted: {
    error: 'SERVICE_UNAVAILABLE',
    message: 'Rendering was interrupted. Try again in a moment.',
    cause: 'The process that drew it has ended.',
    fix: 'Retry after `Retry-After` seconds.',
  },
  overloaded: {
    error: 'SERVICE_UNAVAILABLE',
    message: 'Too much is waiting. Try again in a moment.',
    cause: 'Others have filled a queue.',
    fix: 'Retry after `Retry-After` seconds.',
  },
  just_changed: {
    error: 'SERVICE_UNAVAILABLE',
    message: 'The template, organisation, certificate or number was just changed. Try again in a moment.',
    cause: 'It was changed between two steps of the call.',
    fix: 'Retry after `Retry-After` seconds.',
  },
} as const satisfies Record<string, Entry & { error: ErrorCode }>;
