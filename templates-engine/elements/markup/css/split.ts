/** Splits a CSS value at each `separator` outside parentheses. Returns null if the parentheses are unbalanced. */
export function splitOutside(text: string, separator: ',' | ' '): string[] | null {
  const parts: string[] = [];
  let [depth, part] = [0, ''];
  for (const character of text.trim()) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (depth < 0) return null;
    const isSeparator = depth === 0 && (separator === ' ' ? /\s/.test(character) : character === ',');
    if (isSeparator && separator === ' ' && part === '') continue;
    if (isSeparator) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  return depth === 0 ? [...parts, part.trim()] : null;
}

/** Reads a function call, as in `rotate(5deg)`: its name and its arguments. Returns null for anything else. */
export function readFunction(text: string): { name: string; body: string } | null {
  const match = /^([a-zA-Z-]+)\((.*)\)$/s.exec(text.trim());
  return match?.[1] && match[2] !== undefined ? { name: match[1].toLowerCase(), body: match[2] } : null;
}
