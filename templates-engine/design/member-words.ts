/** Part of a JSON Schema that is relevant to descriptions. */
interface Shown {
  description?: string;
  const?: unknown;
  properties?: Record<string, Shown>;
  additionalProperties?: unknown;
  items?: Shown;
  anyOf?: Shown[];
  oneOf?: Shown[];
  $defs?: Record<string, Shown>;
}

/** Descriptions of a design document's members by name. The key includes the parent member if the meaning depends on it. */
const WORDS: Readonly<Record<string, string>> = {
  name: 'Name of the template',
  formationName: 'Name of the training that the template belongs to',
  description: 'Purpose of the template',
  tags: 'Your own words for the list of templates. They are not on certificates',
  language:
    'Language of the certificates (BCP 47), or the variable that contains it. Detected from the texts if left out',
  'language.default': 'Language if the variable has no value',
  recipientNameVariable: "Variable with the recipient's name. The design must use it",
  variable: 'Name of a variable',

  variables: 'Definitions of the variables, by name',
  'variables.label': 'Name shown in forms',
  'variables.type': 'Type of the accepted values; `text` if left out',
  'variables.format': 'Format of a date or number: a length, or options of Intl.DateTimeFormat or Intl.NumberFormat',
  'variables.required': 'true: an empty value is rejected; false: it can be left out',
  'variables.default': 'Value used if none is given, or an empty one',
  'variables.sample': 'Value shown in previews',
  'variables.options': 'Values of a choice',
  'variables.description': 'Help text below the field in forms',

  validity: 'How long certificates are valid, counted from the award date; exactly one member',
  'validity.months': 'Months; a day that a month lacks becomes its last day',
  'validity.days': 'Days',
  'validity.until': 'Last day of the validity',

  numbering: 'Numbers of the certificates',
  'numbering.series': 'Name of a number series of the issuing organisation',

  uniqueBy: 'Issues one valid certificate per e-mail address, or per external id',

  reminders: 'E-mails that remind of the expiry; those of the current version are sent',
  'reminders.daysBefore': 'Days before the expiry, up to five different ones',
  'reminders.recipient': 'true: the recipient gets an e-mail',
  'reminders.issuer': 'true: members of the organisation who want it get a daily digest',

  hiding: 'true: recipients may hide the public page of their certificate; that of the current version counts',

  email: 'E-mails of the certificates; members that are left out are those of the organisation',
  'email.attachment': 'false: the e-mail has neither the PDF nor a picture, only the link',
  'email.subject': 'Subject; accepts {{recipientName}}, {{templateName}} and {{organizationName}}',
  'email.intro': 'First paragraph; accepts the same placeholders',
  'email.signature': 'Text at the end',

  requests: 'Corrections that recipients may ask for; those of the current version count',
  'requests.variables': 'Names of variables whose values recipients may propose to change, except pictures',

  page: 'Size of the page; optional with a PDF in the background',
  'page.width': 'Width in points; A4 is 595 by 842',
  'page.height': 'Height in points',
  'page.bleed': 'Margin around the page in points, only for the print PDF',

  background: 'Background below all elements',
  'background.image': 'Picture: a data URI, or `asset:…`',
  'background.pdf': 'A PDF as a data URI; its first page is the background',
  'elements/qr.background': 'Colour behind the code and its quiet zone; without it, the code has no quiet zone',
  color: 'Colour, as in #1F4E8C or #1F4E8C80',
  gradient: 'Colours along a line, or from the centre outwards',
  'gradient.type': '`linear` if left out',
  'gradient.angle': 'Degrees, as in CSS: 0 is upwards; 180 if left out',
  stops: '2 to 20 colours',
  offset: 'Position of the colour, from 0 to 1',
  image: 'Picture of the achievement: a data URI, or `asset:…`',
  fit: 'Scaling of the picture in its box, as `object-fit` in CSS',

  elements: 'Elements of the page, in painting order',
  type: 'Kind of the element',
  x: 'Distance from the left side of the page in points',
  y: 'Distance from the top of the page in points',
  width: 'Width in points',
  height: 'Height in points',
  rotation: 'Rotation about the centre, in degrees clockwise',
  opacity: 'Opacity from 0 (invisible) to 1',
  showIf: 'Condition for showing the element: a variable, and exactly one of the other members',
  is: 'Shown if the value equals this',
  isNot: 'Shown if the value differs from this',
  oneOf: 'Shown if the value is one of these',
  isEmpty: 'Shown if the value is empty',
  isNotEmpty: 'Shown if the value is not empty',
  editor: 'Data of the designer; it does not affect certificates',
  'editor.name': 'Name of its layer',
  locked: 'Prevents moving it with the pointer in the designer',
  textStyle: 'Name of its text style; the designer styles texts of the same style together',
  group: 'Name of the group; elements of a group are selected together',

  text: 'Text with {{variable}} placeholders, or a list of parts with their own styles',
  'text.text': 'Text of the part, with {{variable}} placeholders',
  font: 'Font family of the catalogue or of the organisation',
  weight: 'Weight, 100 to 900',
  italic: 'Sets the text in italics',
  size: 'Font size in points',
  minSize: 'Smallest size of a text that shrinks to fit its box; if it does not fit, it is rejected',
  keepSpaces: 'true: white space around empty values stays',
  oneLine: 'true: lines break only where the text does; the text shrinks down to minSize instead',
  lineHeight: 'Line height, as a multiple of the size',
  letterSpacing: 'Additional space between letters in points',
  align: 'Horizontal alignment; `left` if left out',
  verticalAlign: 'Vertical alignment; `top` if left out',
  uppercase: 'Sets the text in capitals',
  underline: 'Underlines the text',
  link: 'Address of a link in the PDF, with placeholders',
  arc: 'Sets the text on an arc',
  'arc.radius': 'Radius in points; a negative one sets the text on the inside, at the bottom',

  src: 'Picture: a data URI, `asset:…`, or a single variable, as in `{{portrait}}`',
  asset: 'Picture, as in `src` but without a variable',
  alt: 'Alternative text, with placeholders; empty for decoration',
  radius: 'Radius of the corners in points',
  shadow: 'Shadow, as `box-shadow` in CSS',
  'shadow.x': 'Offset to the right in points',
  'shadow.y': 'Offset downwards in points',
  blur: 'Blur in points',

  shape: 'Kind of shape',
  fill: 'Fill: `none`, a colour or a gradient',
  stroke: 'Outline: `none`, a colour or a gradient',
  strokeWidth: 'Width of the outline in points',
  dash: 'Alternating lengths of dashes and gaps, in points',
  path: 'SVG path data, in points from the top left corner of the element',
  flip: 'Draws a line from the bottom left corner to the top right one',
  value: 'Content of the code, with placeholders; `{{verificationUrl}}` if left out',

  root: 'Tree of HTML elements with CSS',
  'MarkupElement.type': 'Tag of the element',
  style: 'CSS in camelCase',
  tw: 'Tailwind classes',
  children: 'Texts with placeholders, and elements',
  if: 'Condition for showing the element',
  each: "Repeats the element for each line of a variable's value",
  as: 'Name of the line in placeholders',
  stripe: 'Background colour of every second repetition',
  'MarkupElement.src': 'Picture of an img: a data URI, or `asset:…`',
  href: 'Address of an a',

  fonts: "Faces that the design uses from the organisation's families; written when it is published",
  family: 'Name of the family',
  digest: 'SHA-256 of the face, in hex',
  achievement: 'Achievement in the Open Badges credentials of the certificates',
  criteria: 'Requirements to earn it',
  criteriaUrl: 'Page with the requirements to earn it',
};

/** Adds descriptions to the members of a schema that have none. */
export function withWords<Schema extends object>(schema: Schema, above = ''): Schema {
  const { properties, additionalProperties, items, anyOf, oneOf, $defs }: Shown = schema;
  const kind = properties?.type?.const;
  const within = kind === undefined ? above : `${above}/${kind}`;
  const inner = (part: Shown) => withWords(part, above);
  const described = (member: Shown, name: string) => ({
    description: WORDS[`${within}.${name}`] ?? WORDS[name],
    ...withWords(member, name),
  });
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, described) }),
    ...(isSchema(additionalProperties) && { additionalProperties: inner(additionalProperties) }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...($defs && { $defs: mapValues($defs, withWords) }),
  };
}

const isSchema = (part: unknown): part is Shown => typeof part === 'object' && part !== null;

const mapValues = <Value>(record: Record<string, Value>, change: (value: Value, name: string) => Value) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
