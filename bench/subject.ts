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

/** Loads the classic diploma, which every benchmark issues. */
export const loadDesign = async (): Promise<Design> =>
  parseDesign(JSON.parse(await readFile('samples/classic-diploma.json', 'utf8')));

/** Loads a design with a paragraph and a table of ten rows in markup. */
export const loadTranscript = async (): Promise<Design> =>
  parseDesign(JSON.parse(await readFile('samples/transcript.json', 'utf8')));

const MODULES = [
  'Analysis of Algorithms\t10',
  'Compilers\t10',
  'Computer Networks\t5',
  'Databases and Transactions\t10',
  'Discrete Mathematics\t10',
  'Distributed Systems\t5',
  'Human-Computer Interaction\t5',
  'Operating Systems\t10',
  'Theory of Computation\t5',
  'Thesis\t20',
];
const GRADES = ['A', 'A-', 'B+', 'B', 'C+'];

const nameOf = (n: number) => `${NAMES[n % NAMES.length]} ${n}`;

/** Returns the variables of the n-th recipient: a different name each, and otherwise equal values as in any batch. */
export const variablesOf = (n: number): Record<string, string> => ({
  name: nameOf(n),
  course: 'Foundations of Computing',
  distinction: 'honours',
  date: '21 November 2026',
  director: 'Grace Hopper',
});

/** Returns the variables of the n-th recipient's transcript, with different grades each. */
export const transcriptVariablesOf = (n: number): Record<string, string> => ({
  name: nameOf(n),
  programme: 'Foundations of Computing',
  date: '21 November 2026',
  modules: MODULES.map((module, row) => `${module}\t${GRADES[(n + row * (n % 7)) % GRADES.length]}`).join('\n'),
  remarks: '',
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

export const transcriptOf = (n: number): Map<string, string> =>
  new Map([...valuesOf(n), ...Object.entries(transcriptVariablesOf(n))]);
