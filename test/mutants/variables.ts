import type { Mutant } from './mutant.ts';

const ENGINE = ['test/templates-engine/variables.test.ts'];
const API = ['test/api/variables.test.ts'];

export const VARIABLES: readonly Mutant[] = [
  {
    file: 'templates-engine/variables/dates.ts',
    find: '!Number.isNaN(time.getTime()) && time.toISOString().startsWith(date)',
    replace: '!Number.isNaN(time.getTime())',
    breaks: '30 February is not a date',
    tests: ENGINE,
  },
  {
    file: 'templates-engine/variables/formats.ts',
    find: '(read.isDay ? ofDays : ofTimes)',
    replace: 'ofTimes',
    breaks: 'a day is the same in every time zone',
    tests: ENGINE,
  },
  {
    file: 'templates-engine/variables/formats.ts',
    find: 'formatter.format(value as',
    replace: 'formatter.format(Number(value) as unknown as',
    breaks: 'a number keeps its digits',
    tests: ENGINE,
  },
  {
    file: 'templates-engine/template/build-scene.ts',
    find: 'if (hides && source.showIf && !isMet(source.showIf, shown)) return sceneElement(source, EMPTY, true);',
    replace: '',
    breaks: 'an element whose condition is not met is hidden',
    tests: ENGINE,
  },
  {
    file: 'templates-engine/pdf/structure/tags.ts',
    find: '(index) => tagged[index] === true',
    replace: '() => true',
    breaks: 'hidden text is not a heading',
    tests: ENGINE,
  },
  {
    file: 'templates-engine/template/compile.ts',
    find: 'return [...new Set([...own, language.variable])];',
    replace: 'return own;',
    breaks: "a text depends on the variable that gives the certificate's language",
    tests: ENGINE,
  },
  {
    file: 'templates-engine/variables/definition.ts',
    find: "    writerOf({ type, format }, 'en');\n",
    replace: '',
    breaks: 'a format that Intl refuses is refused',
    tests: ENGINE,
  },
  {
    file: 'templates-engine/variables/details.ts',
    find: "[[name, fallback ?? '']]",
    replace: '[]',
    breaks: 'a default is kept in the certificate',
    tests: API,
  },
  {
    file: 'templates-engine/template/render.ts',
    find: '[...typeProblems(template, values), ...problems], warnings',
    replace: 'problems, warnings',
    breaks: 'a value that its variable does not accept is refused',
    tests: API,
  },
  {
    file: 'domain/templates/match-variables.ts',
    find: 'required && Object.hasOwn',
    replace: 'Object.hasOwn',
    breaks: 'an optional value may be empty',
    tests: API,
  },
  {
    file: 'server/http/verify-page/reader.ts',
    find: 'chosenLanguage(request) ?? preferred',
    replace: 'preferred',
    breaks: 'a reader chooses the language of the page',
    tests: API,
  },
];
