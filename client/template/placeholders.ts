/** Condition under which something is shown: a variable's value and an operator. */
export interface Condition {
  readonly variable: string;
  readonly is?: string;
  readonly isNot?: string;
  readonly oneOf?: string[];
  readonly isEmpty?: true;
  readonly isNotEmpty?: true;
}

declare const value: unique symbol;

/** `{{name}}` as text, for children, attributes and template strings. `Value` is the type of the variable's value. */
export type Placeholder<Value extends string = string> = string & { readonly [value]?: Value };

const BUILT_IN = [
  'verificationUrl',
  'shortVerificationUrl',
  'verificationHash',
  'certificateId',
  'certificateNumber',
  'issuedOn',
  'expiresOn',
  'organizationName',
] as const;
export type BuiltIn = (typeof BUILT_IN)[number];

/** Returns placeholders by variable name. An undeclared name throws a TypeError. */
export function placeholdersOf(names: readonly string[]): Record<string, Placeholder> {
  const all = new Map([...BUILT_IN, ...names].map((name) => [name, `{{${name}}}`]));
  return new Proxy(Object.create(null), {
    get: (_, name) => {
      if (typeof name === 'symbol') return undefined;
      const placeholder = all.get(name);
      if (placeholder === undefined) throw new TypeError(`the template declares no variable ${JSON.stringify(name)}`);
      return placeholder;
    },
    has: (_, name) => all.has(String(name)),
    ownKeys: () => [...all.keys()],
    getOwnPropertyDescriptor: (_, name) =>
      all.has(String(name)) ? { value: all.get(String(name)), enumerable: true, configurable: true } : undefined,
  });
}

/** Returns the name of a placeholder's variable. */
export function nameOf(placeholder: Placeholder): string {
  const [, name] = /^\{\{(.+)\}\}$/s.exec(placeholder) ?? [];
  if (name === undefined) throw new TypeError(`takes a variable as in v.name, got ${JSON.stringify(placeholder)}`);
  return name;
}

/** Returns conditions on a variable for `showIf` and `if`, for example `when(v.grade).is('A')`. */
export const when = <Value extends string>(placeholder: Placeholder<Value>) => {
  const variable = nameOf(placeholder);
  return {
    is: (wanted: NoInfer<Value>): Condition => ({ variable, is: wanted }),
    isNot: (wanted: NoInfer<Value>): Condition => ({ variable, isNot: wanted }),
    oneOf: (...wanted: NoInfer<Value>[]): Condition => ({ variable, oneOf: wanted }),
    isEmpty: (): Condition => ({ variable, isEmpty: true }),
    isNotEmpty: (): Condition => ({ variable, isNotEmpty: true }),
  };
};
