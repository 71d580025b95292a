/** A JSON Schema, as far as its members are described. */
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

/** What the members of a design document are, by name; one that means something else below a certain member has that before its name. */
const WORDS: Readonly<Record<string, string>> = {
  name: 'Name of the template',
  formationName: 'Name of the training that the template belongs to',
  description: 'What the template is for',
  language:
    'Language of the certificates (BCP 47), or the variable that gives it; without one it is told from the texts',
  'language.default': 'Language where the variable has no value',
  recipientNameVariable: "The variable that carries the recipient's name; the design has to use it",
  variable: 'Name of a variable',

  variables: 'What the design says of its variables, by their names',
  'variables.label': 'The name that forms show',
  'variables.type': 'Which values it takes; `text` if left out',
  'variables.format':
    'How a date or a number is written: a length, or options of Intl.DateTimeFormat or Intl.NumberFormat',
  'variables.required': 'true: an empty value is refused; false: it may be left out',
  'variables.default': 'Stands for a value that is left out or empty',
  'variables.sample': 'The value that previews show',
  'variables.options': 'The values of a choice',
  'variables.description': 'What forms say below its field',

  page: 'Size of the page; may be left out with a PDF in the background',
  'page.width': 'Width in points; A4 is 595 by 842',
  'page.height': 'Height in points',
  'page.bleed': 'Points around the page, for the print PDF alone',

  background: 'What is below all elements',
  'background.image': 'A picture: a data URI, or `asset:…`',
  'background.pdf': 'A PDF as a data URI; its first page is the background',
  'elements/qr.background': 'Colour behind the code and its quiet zone; without one there is neither',
  color: 'A colour as in #1F4E8C or #1F4E8C80',
  gradient: 'Colours along a line, or from the middle outwards',
  'gradient.type': '`linear` if left out',
  'gradient.angle': 'Degrees, as in CSS: 0 goes up, 180 is the default',
  stops: '2 to 20 colours',
  offset: 'Where the colour is, from 0 to 1',
  image: 'Picture of the achievement: a data URI, or `asset:…`',
  fit: 'How a picture fills its box, as `object-fit` of CSS',

  elements: 'What is on the page, in painting order',
  type: 'Kind of the element',
  x: "Points from the page's left side",
  y: "Points from the page's top",
  width: 'Width in points',
  height: 'Height in points',
  rotation: 'Degrees, clockwise, about its centre',
  opacity: 'From 0, which is invisible, to 1',
  showIf: 'When the element is shown: a variable, and exactly one of the other members',
  is: 'Shown where the value is this',
  isNot: 'Shown where the value is not this',
  oneOf: 'Shown where the value is one of these',
  isEmpty: 'Shown where there is no value',
  isNotEmpty: 'Shown where there is a value',
  editor: 'What the designer keeps of an element; it changes nothing on a certificate',
  'editor.name': 'Name of its layer',
  locked: "The designer's pointer does not move it",
  group: 'Elements with the same group are selected together',

  text: 'A text with {{variable}} placeholders, or parts of it, each with a style of its own',
  'text.text': 'The part, with {{variable}} placeholders',
  font: "Family of the catalogue, or one of the organisation's own",
  weight: 'Weight, 100 to 900',
  italic: 'Whether it is slanted',
  size: 'Font size in points',
  minSize: 'A text that does not fit its box shrinks to this size, and is refused below it',
  lineHeight: 'Distance of lines, as a multiple of the size',
  letterSpacing: 'Points between letters',
  align: '`left` if left out',
  verticalAlign: '`top` if left out',
  uppercase: 'Whether it is set in capitals',
  underline: 'Whether it is underlined',
  link: 'Address that the PDF opens, with placeholders',
  arc: 'Sets the text on part of a circle',
  'arc.radius': 'Points; below 0 the text is on the inside at the bottom',

  src: 'A picture: a data URI, `asset:…`, or a variable alone as in `{{portrait}}`',
  asset: 'The same as `src`, without a variable',
  alt: 'Alternative text, with placeholders; empty for decoration',
  radius: 'Points that corners are rounded by',
  shadow: 'As box-shadow of CSS',
  'shadow.x': 'Points to the right',
  'shadow.y': 'Points downwards',
  blur: 'Blur in points',

  shape: 'Which shape it is',
  fill: '`none`, a colour or a gradient',
  stroke: 'Outline: `none`, a colour or a gradient',
  strokeWidth: 'Width of the outline in points',
  dash: 'Lengths of dashes and gaps in turn, in points',
  path: "SVG path data in points from the element's top left corner",
  flip: 'A line goes from the bottom left corner to the top right one',
  value: 'What the code says, with placeholders; `{{verificationUrl}}` if left out',

  root: 'A tree of HTML elements with CSS',
  'MarkupElement.type': 'The tag',
  style: 'CSS in camelCase',
  tw: 'Tailwind classes',
  children: 'Texts with placeholders, and elements',
  if: 'When the element is shown',
  each: "Repeats it for each line of a variable's value",
  as: 'Name of the line in placeholders',
  'MarkupElement.src': 'Of an img: a data URI, or `asset:…`',
  href: 'Of an a: the address',

  fonts: "Written when a design is published: the faces of the organisation's own families that it uses",
  family: 'Name of the family',
  digest: 'SHA-256 of the face, in hex',
  achievement: "For the certificates' Open Badges credentials",
  criteria: 'How it is earned',
  criteriaUrl: 'A page that says how it is earned',
};

/** The schema, each member that has none of its own with a description. */
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
