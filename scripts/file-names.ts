import type { SourceFile } from './imports.ts';

/** Names of files with code that several verbs of a noun share. */
const SHARED = ['queries', 'rules', 'schemas', 'state', 'types'];

/** Words that file names of the domain begin with. Before you add one, look for a synonym here. */
const VERBS = new Set(
  [
    'accept add allow archive assert assign authenticate',
    'change check choose clean compare compile complete copy correct count create',
    'decline delete deliver describe digest disable draw',
    'email enable encode enqueue export',
    'fail filter find follow',
    'generate grant',
    'hold',
    'identify import invite issue',
    'link list load lock',
    'make match merge move',
    'name',
    'open',
    'pace parse ping postpone prepare preview print project publish',
    'read reconcile record remove rename render renew replay request resend reset restore retry revoke rotate run',
    'save schedule seal search send separate sequence set share show sign spend start store',
    'take',
    'update upload',
    'verify',
  ].flatMap((words) => words.split(' ')),
);

/** Folders of the domain that are not nouns. */
const OTHERS = ['ports', 'shared'];

/** Returns the files of a noun's folder whose name is neither a verb's nor one of the shared names. */
export function unnamedFiles(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path }) => {
    const [, folder = '', name = ''] = /^domain\/([\w-]+)\/([\w-]+)\.ts$/.exec(path) ?? [];
    const isNamed =
      name === '' || OTHERS.includes(folder) || SHARED.includes(name) || VERBS.has(name.split('-')[0] ?? '');
    return isNamed
      ? []
      : [`${path}: begin the name with a verb, or use one of ${SHARED.join(', ')} (scripts/file-names.ts)`];
  });
}
