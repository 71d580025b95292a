import type { Entry } from './entry.ts';

/** Faults of design documents, and of values that do not suit their design. */
export const DESIGN_DETAILS = {
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
    message: 'Built-in variable. Describe issuedOn only, by type date and a format.',
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
  broken_link: {
    message: 'Not a link with this value. Use an http, https or mailto address.',
    cause: 'The link of the design is no address once the value is in it.',
    fix: 'Correct the value.',
  },
  name_unsuitable: {
    message: 'Unsuitable for the template {template} ({id}): {fault}',
    cause: 'The published template could not show the name of the organisation.',
    fix: 'Use another name, or change the template first.',
  },
  not_among_options: {
    message: 'Not an option. Use one of the {count} options of the template.',
    cause: 'The value is none of the options of the variable.',
    fix: "Read them in the template's `variables`.",
  },
} as const satisfies Record<string, Entry>;
