import { unnamedFiles } from './file-names.ts';
import { fileCycles, folderCycles } from './folder-cycles.ts';
import { importsOf, lineOf, type SourceFile } from './imports.ts';

/** Folders that a folder may import from. Imports only go down (docs/architecture.md). */
const MAY_IMPORT: Record<string, readonly string[]> = {
  client: ['procedures', 'errors'],
  dashboard: ['procedures', 'domain', 'templates-engine', 'tables', 'errors', 'samples'],
  server: [
    'procedures',
    'jobs',
    'domain',
    'database',
    'templates-engine',
    'tables',
    'proof',
    'errors',
    'embedded-postgres',
  ],
  procedures: ['domain', 'errors'],
  jobs: ['domain', 'database'],
  domain: ['database', 'templates-engine', 'email-templates', 'tables', 'proof', 'errors'],
  database: [],
  'templates-engine': ['errors'],
  'email-templates': [],
  errors: [],
  'embedded-postgres': [],
  proof: [],
  // Runs in browsers and in Node: it uses only what both have.
  tables: [],
  // Independent, so that an error in issuing certificates is not also an error in verifying them.
  verifier: [],
};

/** Files that build a package. They run only in the repository, so they may import from every folder. */
const BUILDS = ['client/build.ts', 'dashboard/vite.config.ts'];

/**
 * Order of the domain's folders: nouns below, workflows on top. A folder imports only from earlier rows. context.ts, errors.ts and
 * limits.ts, which every folder may import, import only from ports/.
 */
const DOMAIN_ORDER: readonly (readonly string[])[] = [
  ['ports'],
  ['shared'],
  ['access', 'addresses', 'audit'],
  ['events'],
  ['api-keys', 'assets', 'credits', 'emails', 'fonts', 'imports', 'numbering', 'recipients', 'seals', 'webhooks'],
  ['mailboxes', 'picture-library', 'templates'],
  ['certificates', 'dkim', 'members', 'organisations'],
  ['batches', 'credentials', 'expiry', 'log', 'my', 'requests', 'saved-filters'],
  ['sandbox'],
  ['issuing', 'delivering', 'emailing', 'hiding', 'maintenance', 'rendering', 'statistics', 'verification'],
  ['amending', 'importing'],
  ['bulk'],
  ['integrity'],
  ['reconcile'],
];

/** Packages that the domain must not import: transports, queues and adapters. */
const KEPT_OUT_OF_DOMAIN = /^(express|@trpc\/|trpc-to-openapi|graphile-worker|nodemailer|pino|rate-limiter-flexible)/;
/** Files from which the dashboard may import only types. The build removes type imports. */
const TYPES_FOR_DASHBOARD = [
  'procedures/router.ts',
  'templates-engine/design/design.ts',
  'errors/codes.ts',
  'errors/detail.ts',
];
/**
 * Files that the dashboard may import with their code, so that nothing is duplicated. They contain the limits, defaults, built-in
 * variables, placeholder grammar and conditions of a design, limits of the domain, and the library of designs. They import only each other,
 * because the dashboard's bundle would include other imports.
 */
const LEAF =
  /^(templates-engine\/(text\/placeholders|(?:design|variables)\/properties|elements\/(?:\w+\/properties|shared\/is-met))|domain\/(?:limits|shared\/(?:caller-name|csv|file-name)))\.ts$|^samples\/(designs|ornaments)\/[\w-]+\.json$/;
const LEAVES =
  "the engine's properties.ts files, text/placeholders.ts and elements/shared/is-met.ts, domain/limits.ts, some files of domain/shared/ (LEAF), and the JSON of samples/designs/ and samples/ornaments/";

/**
 * Folders that a folder may import from within the same parent. The outputs know the scene, but not the design from which it was built.
 * Files directly in the parent may import from all its folders.
 */
const LAYERS: Record<string, Record<string, readonly string[]>> = {
  'templates-engine': {
    graphics: [],
    language: [],
    variables: ['language'],
    fonts: ['graphics'],
    text: ['fonts', 'graphics'],
    scene: ['text', 'fonts', 'graphics'],
    png: ['scene', 'text', 'fonts', 'graphics'],
    pdf: ['scene', 'text', 'fonts', 'graphics', 'language'],
    elements: ['scene', 'text', 'fonts', 'graphics'],
    design: ['elements', 'variables', 'text', 'fonts', 'graphics', 'language'],
    images: ['design', 'elements', 'scene', 'fonts', 'graphics'],
    letterhead: ['pdf', 'scene', 'design', 'graphics'],
    originals: ['letterhead', 'design', 'graphics'],
    print: ['pdf', 'graphics'],
    'font-files': ['design', 'fonts'],
    template: [
      ...['png', 'pdf', 'letterhead', 'images', 'design', 'elements', 'scene', 'text', 'fonts', 'graphics'],
      ...['variables', 'language'],
    ],
  },
  tables: {
    shared: [],
    file: ['shared'],
    values: ['shared'],
    columns: ['values', 'shared'],
    text: ['columns', 'shared'],
    csv: ['shared'],
    workbook: ['shared'],
    layout: ['columns', 'values', 'shared'],
  },
  'templates-engine/text': { shaping: [], lines: ['shaping'] },
  'templates-engine/png': { pixels: [], file: ['pixels'], painting: ['pixels'] },
  'templates-engine/pdf': { file: [], fonts: ['file'], painting: ['fonts', 'file'], structure: ['file'] },
  'templates-engine/letterhead': { reading: [], fonts: ['reading'], rewriting: ['fonts', 'reading'] },
  'templates-engine/elements/markup': {
    css: [],
    tailwind: [],
    grammar: ['css', 'tailwind'],
    compile: ['grammar', 'css', 'tailwind'],
    expand: ['compile', 'grammar', 'css'],
    paint: ['expand', 'compile', 'css'],
    layout: ['paint', 'expand', 'compile'],
  },
};

/** Returns every import that a folder's rule forbids, with its place, its target and the reason. */
export function brokenRules(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap((file) => [
      ...importFaults(file),
      ...layerFaults(file),
      ...leafFaults(file),
      ...environmentFaults(file),
      ...clockFaults(file),
    ]),
    ...folderCycles(files),
    ...fileCycles(files),
    ...unnamedFiles(files),
  ];
}

function importFaults({ path, text }: SourceFile): string[] {
  const folder = path.split('/')[0] ?? '';
  const allowed = MAY_IMPORT[folder];
  if (!allowed || BUILDS.includes(path)) return [];
  return importsOf({ path, text }).flatMap(({ statement, target, file, line }) => {
    const at = `${path}:${line} imports ${target}`;
    if (file === null) {
      const isOut = folder === 'domain' && KEPT_OUT_OF_DOMAIN.test(target);
      return isOut ? [`${at}: domain/ knows no transport, queue or adapter; use an interface of domain/ports/`] : [];
    }
    const to = file.split('/')[0] ?? '';
    if (folder === 'dashboard' && to !== 'dashboard' && !isForDashboard(statement, file))
      return [
        `${at}: dashboard/ may use tables/, \`import type\` of ${TYPES_FOR_DASHBOARD.join(' and ')}, and ${LEAVES}`,
      ];
    if (folder === 'domain' && to === 'domain') return orderFaults(path, file).map((fault) => `${at}: ${fault}`);
    if (path.startsWith('server/http/') && file.startsWith('database/entities/'))
      return [`${at}: server/http/ runs no query; call a verb of domain/`];
    if (to === folder || allowed.includes(to)) return [];
    const may = allowed.length > 0 ? `only from ${allowed.join(', ')}` : 'from no other folder';
    return [`${at}: ${folder}/ may import ${may}`];
  });
}

/** Returns the reason why a file of the domain may not import another one, if there is one. */
function orderFaults(path: string, file: string): string[] {
  const [, from = '', ...inside] = path.split('/');
  const [, to = '', ...below] = file.split('/');
  if (from === to || below.length === 0) return [];
  if (inside.length === 0 && to !== 'ports')
    return [`domain/${from} is imported by every folder, and may import only from ports/`];
  if (inside.length === 0) return [];
  const rowOf = (name: string) => DOMAIN_ORDER.findIndex((names) => names.includes(name));
  const unknown = [from, to].find((name) => rowOf(name) < 0);
  if (unknown !== undefined) return [`domain/${unknown}/ has no place in the order: add it in scripts/folder-rules.ts`];
  if (rowOf(to) < rowOf(from)) return [];
  const may = DOMAIN_ORDER.slice(0, rowOf(from)).flat().join(', ') || 'no other folder';
  return [
    `domain/${from}/ may import only from ${may}: move shared code down, or code that uses both up to a workflow`,
  ];
}

function layerFaults({ path, text }: SourceFile): string[] {
  return Object.entries(LAYERS).flatMap(([parent, layers]) => {
    const [folder, ...rest] = stepsIn(parent, path);
    if (folder === undefined || rest.length === 0) return [];
    const below = layers[folder];
    if (!below) return [`${path}: ${parent}/${folder}/ is in no layer of ${parent}/ (scripts/folder-rules.ts)`];
    return importsOf({ path, text }).flatMap(({ target, file, line }) => {
      const [to, ...more] = stepsIn(parent, file ?? '');
      if (to === undefined || (more.length > 0 && (to === folder || below.includes(to)))) return [];
      return [
        `${path}:${line} imports ${target}: ${parent}/${folder}/ may import from ${below.join(', ') || 'no folder of the same parent'}`,
      ];
    });
  });
}

/** Returns the steps of a path below a folder; none for a path elsewhere. */
const stepsIn = (parent: string, path: string): string[] =>
  path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/') : [];

const isType = (statement: string): boolean => /(?:import|export) type\s/.test(statement);

const isForDashboard = (statement: string, file: string): boolean =>
  file.startsWith('tables/') || LEAF.test(file) || (TYPES_FOR_DASHBOARD.includes(file) && isType(statement));

function leafFaults({ path, text }: SourceFile): string[] {
  if (!LEAF.test(path)) return [];
  return importsOf({ path, text })
    .filter(({ statement, file }) => !isType(statement) && !(file && LEAF.test(file)))
    .map(
      ({ target, line }) =>
        `${path}:${line} imports ${target}: the dashboard's bundle has this file, so it may import only types, and ${LEAVES}`,
    );
}

/** Files that read the environment: one of the product, and one of the client's command. */
const READ_ENVIRONMENT = ['server/config.ts', 'client/bin/main.ts'];

function environmentFaults({ path, text }: SourceFile): string[] {
  const isProduct = path.split('/')[0] === 'server' || (path.split('/')[0] ?? '') in MAY_IMPORT;
  if (!isProduct || READ_ENVIRONMENT.includes(path)) return [];
  return [...text.matchAll(/process\.env/g)].map(
    (match) =>
      `${path}:${lineOf(text, match.index)} reads process.env: only ${READ_ENVIRONMENT.join(' and ')} may; pass the value as an argument`,
  );
}

/** Folders whose rules read one clock, so that all processes agree on the time. */
const ON_THE_CLOCK = ['domain', 'jobs', 'procedures'];
/** Matches clocks of PostgreSQL and of this machine. `performance.now()` measures elapsed time and is not matched. */
const OTHER_CLOCK =
  /(?<![.\w])now\(\)(?!:)|\b(?:(?:clock|statement|transaction|current)_timestamp|current_(?:date|time)|localtime(?:stamp)?)\b|\bDate\.now\b|\bnew Date\b(?!\()|\bnew Date\(\s*\)/gi;
/** File that creates ids, which start with a time. */
const MAKES_IDS = 'domain/shared/ids.ts';

function clockFaults({ path, text }: SourceFile): string[] {
  if (!ON_THE_CLOCK.includes(path.split('/')[0] ?? '')) return [];
  const clocks = [...text.matchAll(OTHER_CLOCK)].map(
    (match) =>
      `${path}:${lineOf(text, match.index)} reads ${match[0]}: bind context.now() or services.now() as a parameter instead`,
  );
  const ids = importsOf({ path, text }).filter(({ target }) => target === 'uuid' && path !== MAKES_IDS);
  return [
    ...clocks,
    ...ids.map(
      ({ line }) =>
        `${path}:${line} imports uuid, which reads this machine's clock: newId(context.now()) of ${MAKES_IDS}`,
    ),
  ];
}
