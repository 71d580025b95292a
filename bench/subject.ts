import { readFile } from 'node:fs/promises';
import { type Design, parseDesign } from '../templates-engine/index.ts';

const NAMES = [
  'Anne-Sophie Müller',
  'Łukasz Świątek',
  'Seán O’Brien',
  'Zoë Ólafsdóttir',
  'María de los Ángeles',
  'Jan Novák',
];

/** The classic diploma, which every measurement issues. */
export const loadDesign = async (): Promise<Design> =>
  parseDesign(JSON.parse(await readFile('samples/classic-diploma.json', 'utf8')));

/** What the n-th recipient's certificate says: a name of their own, the rest as in any batch. */
export const variablesOf = (n: number): Record<string, string> => ({
  name: `${NAMES[n % NAMES.length]} ${n}`,
  course: 'Foundations of Computing',
  distinction: 'honours',
  date: '21 November 2026',
  director: 'Grace Hopper',
});

export const valuesOf = (n: number): Map<string, string> =>
  new Map([
    ...Object.entries(variablesOf(n)),
    ['verificationUrl', `https://laurel.example/verify/${n.toString(16).padStart(64, 'a')}`],
    ['verificationHash', n.toString(16).padStart(64, 'a')],
    ['certificateId', `01a1fd2e-27dc-77fd-b7d6-${String(n).padStart(12, '0')}`],
    ['issuedOn', '2026-11-21'],
    ['organizationName', 'Laurel Academy'],
  ]);
