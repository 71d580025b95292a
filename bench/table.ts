/** Prints rows as a Markdown table. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = line(head.map(() => '---'));
  process.stdout.write(`\n### ${title}\n\n${[line(head), rule, ...rows.map(line)].join('\n')}\n`);
}

export const quantile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

export const digits = (value: number, count = 1): string => value.toFixed(count);
