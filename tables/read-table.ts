import { kindOfFile } from './file/kind-of-file.ts';
import { layOut } from './lay-out.ts';
import { openSource } from './open-source.ts';
import { MAX_FILE_BYTES } from './shared/limits.ts';
import { refuse, TableRefusal } from './shared/refuse.ts';
import type { Choices, Question, Reading, Refusal } from './shared/types.ts';

/**
 * Reads a table from a file's bytes or from pasted text. Decides what the file proves and lists it in `report`; what it cannot decide is in
 * `questions`, and their answers are the choices of the next reading. Returns a refusal for a file without a table.
 */
export async function readTable(
  from: Uint8Array | string,
  choices: Choices = {},
): Promise<{ reading: Reading } | { refusal: Refusal }> {
  try {
    return { reading: await read(from, choices) };
  } catch (error) {
    if (error instanceof TableRefusal) return { refusal: error.refusal };
    throw error;
  }
}

async function read(from: Uint8Array | string, choices: Choices): Promise<Reading> {
  if (from.length > MAX_FILE_BYTES) refuse({ code: 'file_too_large', bytes: from.length, most: MAX_FILE_BYTES });
  if (from.length === 0) refuse({ code: 'empty' });
  const kind = typeof from === 'string' ? 'text' : kindOfFile(from);
  if (kind !== 'text' && kind !== 'zip') return refuse({ code: 'other_format', format: kind });
  const reading = layOut(await openSource(from, kind, choices), choices);
  const question = reading.questions.find(({ code }) => code === 'extra_cells');
  return question && reading.columns.length <= 2 ? asOneColumn(from, choices, { reading, question }) : reading;
}

/** Reads names such as `Miller, Ann` below a single column name as one cell each, unless a person chooses otherwise. */
async function asOneColumn(
  from: Uint8Array | string,
  choices: Choices,
  { reading, question }: { reading: Reading; question: Question },
): Promise<Reading> {
  if (question.code !== 'extra_cells' || question.candidates[0] !== 'one-column') return reading;
  const lines = layOut(await openSource(from, 'text', { ...choices, delimiter: '' }), choices);
  return { ...lines, questions: [...lines.questions, question] };
}
