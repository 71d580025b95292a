/** When something is shown: a variable's value against one of the operators. */
export interface Condition {
  readonly variable: string;
  readonly is?: string;
  readonly isNot?: string;
  readonly oneOf?: string[];
  readonly isEmpty?: true;
  readonly isNotEmpty?: true;
}

declare const value: unique symbol;

/** `{{name}}` as a text, for children, attributes and template strings; `Value` is what the variable may be. */
export type Placeholder<Value extends string = string> = string & { readonly [value]?: Value };

const BUILT_IN = ['verificationUrl', 'verificationHash', 'certificateId', 'issuedOn', 'organizationName'] as const;
export type BuiltIn = (typeof BUILT_IN)[number];

/** A placeholder of each variable by its name; a name that is not declared is an error. */
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

/** The name of a placeholder's variable. */
export function nameOf(placeholder: Placeholder): string {
  const [, name] = /^\{\{(.+)\}\}$/s.exec(placeholder) ?? [];
  if (name === undefined) throw new TypeError(`takes a variable as in v.name, got ${JSON.stringify(placeholder)}`);
  return name;
}

/** Conditions on a variable, for `showIf` and `if`, as in `when(v.grade).is('A')`. */
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
