export interface SourceFile {
  /** Path from the project's root, with slashes. */
  path: string;
  text: string;
}

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s[^'"()]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]/gm;

export interface Import {
  statement: string;
  /** Target as written. */
  target: string;
  /** Imported file of the project, from its root; null for a package. */
  file: string | null;
  line: number;
}

/** Returns the imports of a file, including type imports. */
export const importsOf = ({ path, text }: SourceFile): Import[] =>
  [...text.matchAll(IMPORT)].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    const file = target.startsWith('.') ? resolve(path, target) : null;
    return { statement: match[0], target, file, line: lineOf(text, match.index) };
  });

export const lineOf = (text: string, index: number): number =>
  text.slice(0, index).split('\n').length + (/^\s/.test(text.slice(index)) && text[index] === '\n' ? 1 : 0);

function resolve(from: string, target: string): string {
  const steps = from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}
