import { t } from '@lingui/core/macro';

// `samples/designs/library.json` names designs, colours and categories. Its readers see these texts, in the language of the dashboard.

/** Name and description of each ready-made design, by its id. */
export const DESIGN_TEXTS = {
  'diploma-classic': {
    name: t`Classic diploma`,
    description: t`An engraved border, a wreath and a seal, for degrees and diplomas`,
  },
  'diploma-grand': {
    name: t`Grand diploma`,
    description: t`Scrollwork corners and inscriptional capitals, upright`,
  },
  'diploma-modern': {
    name: t`Modern diploma`,
    description: t`A dark panel with an engraved rosette beside calm type`,
  },
  minimal: {
    name: t({ message: 'Minimal', context: 'design' }),
    description: t`One typeface, one accent and plenty of white space`,
  },
  bold: {
    name: t({ message: 'Bold', context: 'design' }),
    description: t`A full page of colour with large type, for bootcamps and cohorts`,
  },
  'course-completion': {
    name: t`Course completion`,
    description: t`Soft waves, a medal and room for a course’s name`,
  },
  attendance: {
    name: t({ message: 'Attendance', context: 'design' }),
    description: t`A wide ticket with the date and the hours attended, on Letter paper`,
  },
  workshop: {
    name: t({ message: 'Workshop', context: 'design' }),
    description: t`Circles, squares and quarter circles in primary colours`,
  },
  'employee-of-the-month': {
    name: t`Employee of the month`,
    description: t`Black and gold with sunrays, for recognition at work`,
  },
  'compliance-training': {
    name: t`Compliance training`,
    description: t`A record for auditors: standard, score, validity and number`,
  },
  marathon: {
    name: t`Marathon finisher`,
    description: t`Contour lines and a large finishing time, upright`,
  },
  tournament: {
    name: t({ message: 'Tournament', context: 'design' }),
    description: t`A cup on slanted bands, with the place as a choice`,
  },
  'school-award': {
    name: t`School award`,
    description: t`Confetti round a friendly page, for classes and clubs`,
  },
  volunteer: {
    name: t({ message: 'Volunteer', context: 'design' }),
    description: t`Olive branches and warm paper, to say thank you`,
  },
  membership: {
    name: t({ message: 'Membership', context: 'design' }),
    description: t`Art deco fans in green and gold, with the membership number`,
  },
  licence: {
    name: t`Licence with validity`,
    description: t`A security background, fields in rows and a date of expiry`,
  },
  'id-card': {
    name: t`ID card`,
    description: t`Bank-card size with a photo, a number and a date of expiry`,
  },
  'event-badge': {
    name: t`Event badge`,
    description: t`An upright A6 badge to hang round the neck`,
  },
  scholarship: {
    name: t({ message: 'Scholarship', context: 'design' }),
    description: t`The award amount, a Greek key border and a seal, on Letter paper`,
  },
  'arabic-appreciation': {
    name: t`Thanks and appreciation`,
    description: t`Eight-pointed stars and a golden border, from right to left`,
  },
  'hebrew-diploma': {
    name: t`Award of excellence`,
    description: t`Olive branches and a fine border, upright`,
  },
  'japanese-completion': {
    name: t({ message: 'Completion', context: 'design' }),
    description: t`A wave pattern, a gold border and a vermilion seal`,
  },
  'chinese-honour': {
    name: t`Award of honour`,
    description: t`Red with a gold border, a meander pattern and a seal`,
  },
  'hindi-merit': {
    name: t`Award of merit`,
    description: t`Mandalas in the corners, in saffron and maroon`,
  },
  'ukrainian-diploma': {
    name: t({ message: 'Diploma', context: 'design' }),
    description: t`Guilloche, a seal and classic Cyrillic type`,
  },
  'french-formation': {
    name: t({ message: 'Training', context: 'design' }),
    description: t`Soft arcs and clear type`,
  },
  appreciation: {
    name: t({ message: 'Appreciation', context: 'design' }),
    description: t`Ornate corners and script on Letter paper, for speakers, donors and partners`,
  },
};

/** Names of the colour schemes. */
export const SCHEME_NAMES = {
  Evergreen: t({ message: 'Evergreen', context: 'colours' }),
  Navy: t({ message: 'Navy', context: 'colours' }),
  Burgundy: t({ message: 'Burgundy', context: 'colours' }),
  Slate: t({ message: 'Slate', context: 'colours' }),
  Midnight: t({ message: 'Midnight', context: 'colours' }),
  Forest: t({ message: 'Forest', context: 'colours' }),
  Claret: t({ message: 'Claret', context: 'colours' }),
  Graphite: t({ message: 'Graphite', context: 'colours' }),
  Harbour: t({ message: 'Harbour', context: 'colours' }),
  Pine: t({ message: 'Pine', context: 'colours' }),
  Plum: t({ message: 'Plum', context: 'colours' }),
  Carbon: t({ message: 'Carbon', context: 'colours' }),
  Signal: t({ message: 'Signal', context: 'colours' }),
  Ocean: t({ message: 'Ocean', context: 'colours' }),
  Moss: t({ message: 'Moss', context: 'colours' }),
  Night: t({ message: 'Night', context: 'colours' }),
  Electric: t({ message: 'Electric', context: 'colours' }),
  Coral: t({ message: 'Coral', context: 'colours' }),
  Jungle: t({ message: 'Jungle', context: 'colours' }),
  Ink: t({ message: 'Ink', context: 'colours' }),
  Lagoon: t({ message: 'Lagoon', context: 'colours' }),
  Dusk: t({ message: 'Dusk', context: 'colours' }),
  Rose: t({ message: 'Rose', context: 'colours' }),
  Sky: t({ message: 'Sky', context: 'colours' }),
  Lake: t({ message: 'Lake', context: 'colours' }),
  Spruce: t({ message: 'Spruce', context: 'colours' }),
  Mulberry: t({ message: 'Mulberry', context: 'colours' }),
  Primary: t({ message: 'Primary', context: 'colours' }),
  Terracotta: t({ message: 'Terracotta', context: 'colours' }),
  Candy: t({ message: 'Candy', context: 'colours' }),
  Mono: t({ message: 'Mono', context: 'colours' }),
  'Black tie': t({ message: 'Black tie', context: 'colours' }),
  Emerald: t({ message: 'Emerald', context: 'colours' }),
  Wine: t({ message: 'Wine', context: 'colours' }),
  Silver: t({ message: 'Silver', context: 'colours' }),
  Steel: t({ message: 'Steel', context: 'colours' }),
  Safety: t({ message: 'Safety', context: 'colours' }),
  Clinic: t({ message: 'Clinic', context: 'colours' }),
  Dawn: t({ message: 'Dawn', context: 'colours' }),
  'Forest run': t({ message: 'Forest run', context: 'colours' }),
  Neon: t({ message: 'Neon', context: 'colours' }),
  Coast: t({ message: 'Coast', context: 'colours' }),
  Champion: t({ message: 'Champion', context: 'colours' }),
  Pitch: t({ message: 'Pitch', context: 'colours' }),
  Blue: t({ message: 'Blue', context: 'colours' }),
  Sunset: t({ message: 'Sunset', context: 'colours' }),
  Party: t({ message: 'Party', context: 'colours' }),
  Galaxy: t({ message: 'Galaxy', context: 'colours' }),
  Olive: t({ message: 'Olive', context: 'colours' }),
  Eucalyptus: t({ message: 'Eucalyptus', context: 'colours' }),
  Autumn: t({ message: 'Autumn', context: 'colours' }),
  Lavender: t({ message: 'Lavender', context: 'colours' }),
  Peacock: t({ message: 'Peacock', context: 'colours' }),
  Black: t({ message: 'Black', context: 'colours' }),
  Garnet: t({ message: 'Garnet', context: 'colours' }),
  Sapphire: t({ message: 'Sapphire', context: 'colours' }),
  'Official blue': t({ message: 'Official blue', context: 'colours' }),
  Green: t({ message: 'Green', context: 'colours' }),
  Violet: t({ message: 'Violet', context: 'colours' }),
  Sepia: t({ message: 'Sepia', context: 'colours' }),
  Berry: t({ message: 'Berry', context: 'colours' }),
  Ember: t({ message: 'Ember', context: 'colours' }),
  Mint: t({ message: 'Mint', context: 'colours' }),
  Aubergine: t({ message: 'Aubergine', context: 'colours' }),
  Oxford: t({ message: 'Oxford', context: 'colours' }),
  'Bottle green': t({ message: 'Bottle green', context: 'colours' }),
  Turquoise: t({ message: 'Turquoise', context: 'colours' }),
  Gold: t({ message: 'Gold', context: 'colours' }),
  Indigo: t({ message: 'Indigo', context: 'colours' }),
  'Cherry blossom': t({ message: 'Cherry blossom', context: 'colours' }),
  'Chinese red': t({ message: 'Chinese red', context: 'colours' }),
  Saffron: t({ message: 'Saffron', context: 'colours' }),
  Pink: t({ message: 'Pink', context: 'colours' }),
  Cherry: t({ message: 'Cherry', context: 'colours' }),
  'Dusty rose': t({ message: 'Dusty rose', context: 'colours' }),
  Sage: t({ message: 'Sage', context: 'colours' }),
  Azure: t({ message: 'Azure', context: 'colours' }),
  Wisteria: t({ message: 'Wisteria', context: 'colours' }),
  Marine: t({ message: 'Marine', context: 'colours' }),
};

/** Names of the categories. */
export const CATEGORY_NAMES = {
  Diploma: t`Diploma`,
  Course: t`Course`,
  Attendance: t`Attendance`,
  Workshop: t`Workshop`,
  Recognition: t`Recognition`,
  Training: t`Training`,
  Sport: t`Sport`,
  School: t`School`,
  Membership: t`Membership`,
  Licence: t`Licence`,
  Card: t`Card`,
  Languages: t`Languages`,
};
