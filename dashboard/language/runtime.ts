import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { LOCALE } from './language.ts';

type Values = Readonly<Record<string, ReactNode>>;
/** Texts and values in their order. A plural is a list within the list. */
type Parts = readonly (ReactNode | Parts)[];
type Elements = Readonly<Record<string, ReactElement>>;

/** Functions that compiled messages call. */
interface Helpers {
  /** Returns a number as text. */
  n(value: unknown): string;
  /** Returns the form of a count. */
  p(count: unknown, forms: { readonly other: Parts; readonly [category: string]: Parts }): Parts;
  /** Returns an element of the sentence with its text. */
  e(index: string, ...children: ReactNode[]): ReactNode;
}

/** Message in the page's language as the build compiles it (scripts/dashboard-messages/compile.ts). */
type Message = string | ((values: Values, helpers: Helpers) => Parts);

/** Message with its values, as Lingui's macros write it. */
interface Described {
  message: Message;
  values?: Values;
}

/** Letters, and letters of scripts from right to left. */
const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Returns a function that puts values and elements into messages, with counts and numbers of a locale. */
export function composer(locale: string) {
  const isolated = locale.startsWith('ar') ? LETTER : RIGHT_TO_LEFT;
  /** Isolates a text from the direction of the sentence around it (UAX 9), which would move its quotes and full stops. */
  const isolate = (value: ReactNode): ReactNode =>
    typeof value === 'string' && isolated.test(value) ? `\u2068${value}\u2069` : value;
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (message: Exclude<Message, string>, values: Values, elements: Elements): readonly ReactNode[] => {
    const helpers: Helpers = {
      n: (value) => numbers.format(Number(value)),
      p: (count, forms) => forms[plurals.select(Number(count))] ?? forms.other,
      e: (index, ...children) => {
        const element = elements[index];
        return element ? cloneElement(element, undefined, ...flat(children)) : flat(children);
      },
    };
    const placed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]));
    return flat(message(placed, helpers));
  };
}

const compose = composer(LOCALE);

const flat = (parts: Parts): readonly ReactNode[] =>
  (parts as readonly unknown[]).flat(Number.POSITIVE_INFINITY) as ReactNode[];

/** Implements `t` and `plural` of @lingui/core/macro. */
export const i18n = {
  _: ({ message, values = {} }: Described): string =>
    typeof message === 'string' ? message : compose(message, values, {}).join(''),
};

/** Implements `Trans` and `Plural` of @lingui/react/macro. Values are never read as markup. */
export function Trans({ message, values = {}, components = {} }: Described & { components?: Elements }): ReactNode {
  return typeof message === 'string' ? message : createElement(Fragment, null, ...compose(message, values, components));
}
