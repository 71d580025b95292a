/** Returns the letters of a spreadsheet's column: A for 0, AA for 26. */
export function lettersOf(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** Returns the index of a column from its letters; NaN if these are no column. */
export function indexOfLetters(letters: string): number {
  if (!/^[A-Z]{1,4}$/i.test(letters)) return Number.NaN;
  let sum = 0;
  for (const letter of letters.toUpperCase()) sum = sum * 26 + letter.charCodeAt(0) - 64;
  return sum - 1;
}

export const addressOf = (row: number, index: number): string => `${lettersOf(index)}${row}`;
