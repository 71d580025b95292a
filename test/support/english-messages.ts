type Value = string | number | Readonly<Record<string, string | number>>;

const numbers = new Intl.NumberFormat('en');
const shown = (value: Value): string => String(typeof value === 'object' ? Object.values(value)[0] : value);

/** Implements `t` of @lingui/core/macro in English, as tag and with a message that has a context. */
export const t = (text: TemplateStringsArray | { message: string }, ...values: Value[]): string =>
  'message' in text ? text.message : String.raw({ raw: text }, ...values.map(shown));

/** Implements `plural` of @lingui/core/macro in English. */
export const plural = (count: Value, { other, one = other }: { one?: string; other: string }): string => {
  const number = Number(shown(count));
  return (number === 1 ? one : other).replaceAll('#', numbers.format(number));
};
