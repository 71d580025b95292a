import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Returns the product's files, as tracked by `git`, that contain a match. */
const filesNaming = (words: RegExp): string[] =>
  execFileSync('git', ['ls-files', 'database', 'domain', 'procedures', 'jobs', 'server', 'dashboard', 'client'])
    .toString()
    .split('\n')
    .filter((file) => /\.(ts|tsx|sql)$/.test(file) && file !== 'database/schema.sql' && existsSync(file))
    .filter((file) => words.test(readFileSync(file, 'utf8')));

/** Returns the files and folders that a section of CONTRIBUTING.md names. */
function recipe(title: string): string[] {
  const [, section = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split(`## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  const named = [...own.matchAll(/`([\w.-]+(?:\/[\w.-]*)+|[A-Z]+\.md)`/g)].map(([, path = '']) => path);
  return [...new Set(named)].filter((path) => path !== 'test/architecture/recipes.test.ts');
}

interface Recipe {
  title: string;
  /** Matches the name of the recipe's example in the code. */
  model: RegExp;
  /** Files that use the example beyond the recipe. */
  further: readonly string[];
  /** Files that the recipe mentions and that need no change. */
  unchanged: readonly string[];
}

const RECIPES: Recipe[] = [
  {
    title: 'A field of certificates',
    model: /\bexternal(Id|_id)\b/,
    further: [
      // A filter of the list, a member of some answers and events, a key of uniqueness, a column of exports, a field of the form.
      // Also a name of certificates in tables, and a value that can look wrong.
      'domain/certificates/make-event.ts',
      'domain/events/types.ts',
      'domain/issuing/create-batch.ts',
      'domain/importing/import.ts',
      'domain/importing/prepare-import.ts',
      'domain/importing/schemas.ts',
      'server/cli/import-row.ts',
      'dashboard/imports/fields.ts',
      'domain/issuing/find-duplicates.ts',
      'domain/issuing/find-earlier.ts',
      'domain/issuing/find-odd-values.ts',
      'domain/issuing/find-by-name.ts',
      'domain/issuing/find-renewed.ts',
      'domain/certificates/filter.ts',
      'domain/certificates/match-names.ts',
      'domain/bulk/find-named.ts',
      'domain/issuing/generate.ts',
      'domain/issuing/retry-failed.ts',
      'domain/batches/schemas.ts',
      'domain/batches/list-failures.ts',
      'procedures/batches.ts',
      'procedures/imports.ts',
      'procedures/certificates.ts',
      'server/http/exports.ts',
      'dashboard/certificates/facts.tsx',
      'dashboard/certificates/row.tsx',
      'dashboard/issuing/recipients.ts',
      'dashboard/templates/designer/panel/template-properties.tsx',
      'dashboard/lib/errors/field-names.ts',
      'dashboard/batches/failures.tsx',
    ],
    unchanged: ['domain/shared/authentic-rows.ts', 'domain/certificates/state.ts'],
  },
  {
    title: 'A setting of organisations',
    model: /\bemail(Signature|_signature)\b/,
    // The signature is also in reminders. A field without a name is shown by that of the API.
    further: ['domain/emailing/kinds/reminder-branding.ts', 'dashboard/lib/errors/field-names.ts'],
    unchanged: ['dashboard/settings/'],
  },
  {
    title: 'A mail',
    model: /\bBATCH_NOTICE\b|batchNotice/,
    further: [],
    unchanged: ['domain/emailing/kinds/', 'test/database/schema.test.ts'],
  },
];

test.each(RECIPES)(
  '$title: names at most eight files, all of which exist, and no other file needs a change',
  (given) => {
    const { title, model, further, unchanged } = given;
    const named = recipe(title);
    const changed = named.filter((path) => !unchanged.includes(path));
    for (const path of named) expect(existsSync(path), path).toBe(true);
    expect(changed.length).toBeGreaterThan(3);
    expect(changed.length).toBeLessThanOrEqual(8);
    const isNamed = (file: string) =>
      changed.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path));
    const others = filesNaming(model).filter((file) => !further.includes(file));
    expect(others.filter((file) => !isNamed(file))).toEqual([]);
    // Each file of the recipe uses the example.
    const product = changed.filter((path) => !/^test\/|\.md$/.test(path));
    expect(product.filter((path) => !others.some((file) => file.startsWith(path)))).toEqual([]);
  },
);
