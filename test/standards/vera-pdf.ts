import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ask } from '../proof/judges.ts';

/** Folder of veraPDF's jars, which `mvn -f test/judges dependency:copy-dependencies` fetches. */
const JARS = resolve('test/judges/target/dependency');

/** Programs and files that veraPDF needs. */
export const VERA_PDF = ['java', JARS];

/** Returns the rules that files break, by path: PDF/A-3b and PDF/UA-1, or other flavours. An empty list means that a file conforms. */
export function judge(paths: readonly string[], flavours = '3b,ua1'): Map<string, string[]> {
  if (!existsSync(JARS)) throw new Error(`No veraPDF in ${JARS}. See test/README.md.`);
  const { said } = ask('java', ['-cp', `${JARS}/*`, 'test/judges/VeraPdf.java', flavours, ...paths]);
  const verdicts: { path: string; faults: string[] }[] = JSON.parse(said);
  return new Map(verdicts.map(({ path, faults }) => [path, faults]));
}
