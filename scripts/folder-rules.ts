export interface SourceFile {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
}

/** Which folders a folder may import from; arrows only go down (docs/architecture.md). */
const MAY_IMPORT: Record<string, readonly string[]> = {
  client: ['procedures'],
  dashboard: ['procedures', 'templates-engine'],
  server: ['procedures', 'jobs', 'domain', 'database', 'templates-engine', 'embedded-postgres'],
  procedures: ['domain'],
  jobs: ['domain', 'database'],
  domain: ['database', 'templates-engine'],
  database: [],
  'templates-engine': [],
  'embedded-postgres': [],
};

/**
 * The order of the domain's folders: nouns below, workflows on top. A folder imports from the rows before its own alone;
 * context.ts and errors.ts, which every folder may import, import from none.
 */
const DOMAIN_ORDER: readonly (readonly string[])[] = [
  ['shared'],
  ['access', 'audit'],
  ['api-keys', 'credits', 'emails', 'templates', 'webhooks'],
  ['certificates', 'members', 'organisations'],
  ['batches'],
  ['issuing', 'mailing', 'maintenance', 'reconcile', 'rendering', 'statistics', 'verification'],
];

/** What the rules of the product are kept free of: transports, queues and adapters. */
const KEPT_OUT_OF_DOMAIN = /^(express|@trpc\/|trpc-to-openapi|graphile-worker|nodemailer|pino|rate-limiter-flexible)/;
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s[^'"()]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]/gm;

/** What the dashboard may know of the folders below it as types only; it is gone when the dashboard is built. */
const TYPES_FOR_DASHBOARD = ['procedures/router.ts', 'templates-engine/design/design.ts'];
/**
 * What it takes as it is: the limits, defaults, built-in variables and placeholder grammar of a design, so that the
 * designer need not repeat them. They import nothing but each other, or the dashboard's bundle would bring it along.
 */
const LEAVES_FOR_DASHBOARD = ['design/constraints', 'design/defaults', 'text/placeholders'].map(
  (name) => `templates-engine/${name}.ts`,
);

/** Every import that a folder's rule forbids: where it is, what it imports, and why not. */
export function brokenRules(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap((file) => [...importFaults(file), ...leafFaults(file), ...environmentFaults(file)]),
    ...folderCircles(files),
  ];
}

interface Import {
  statement: string;
  /** As it is written. */
  target: string;
  /** The file of ours that it means, from the project's root; null for a package. */
  file: string | null;
  line: number;
}

const importsOf = ({ path, text }: SourceFile): Import[] =>
  [...text.matchAll(IMPORT)].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    const file = target.startsWith('.') ? resolve(path, target) : null;
    return { statement: match[0], target, file, line: lineOf(text, match.index) };
  });

function importFaults({ path, text }: SourceFile): string[] {
  const folder = path.split('/')[0] ?? '';
  const allowed = MAY_IMPORT[folder];
  if (!allowed) return [];
  return importsOf({ path, text }).flatMap(({ statement, target, file, line }) => {
    const at = `${path}:${line} imports ${target}`;
    if (file === null) {
      const isOut = folder === 'domain' && KEPT_OUT_OF_DOMAIN.test(target);
      return isOut
        ? [`${at}: domain/ knows no transport, queue or adapter; take an interface of domain/context.ts`]
        : [];
    }
    const to = file.split('/')[0] ?? '';
    if (folder === 'dashboard' && to !== 'dashboard' && !isForDashboard(statement, file))
      return [
        `${at}: dashboard/ takes \`import type\` of ${TYPES_FOR_DASHBOARD.join(' and ')}, and ${LEAVES_FOR_DASHBOARD.join(', ')}`,
      ];
    if (folder === 'domain' && to === 'domain') return orderFaults(path, file).map((fault) => `${at}: ${fault}`);
    if (to === folder || allowed.includes(to)) return [];
    const may = allowed.length > 0 ? `only from ${allowed.join(', ')}` : 'from no other folder';
    return [`${at}: ${folder}/ may import ${may}`];
  });
}

/** Why a file of the domain may not import another one, if so. */
function orderFaults(path: string, file: string): string[] {
  const [, from = '', ...inside] = path.split('/');
  const [, to = '', ...below] = file.split('/');
  if (from === to || below.length === 0) return [];
  if (inside.length === 0) return [`domain/${from} is for every folder to import, and imports from none`];
  const rowOf = (name: string) => DOMAIN_ORDER.findIndex((names) => names.includes(name));
  const unknown = [from, to].find((name) => rowOf(name) < 0);
  if (unknown !== undefined)
    return [`domain/${unknown}/ has no place in the order yet: give it one in scripts/folder-rules.ts`];
  if (rowOf(to) < rowOf(from)) return [];
  const may = DOMAIN_ORDER.slice(0, rowOf(from)).flat().join(', ') || 'no other folder';
  return [`domain/${from}/ may import only from ${may}: move what both need down, or what uses both up to a workflow`];
}

const isType = (statement: string): boolean => /(?:import|export) type\s/.test(statement);

const isForDashboard = (statement: string, file: string): boolean =>
  LEAVES_FOR_DASHBOARD.includes(file) || (TYPES_FOR_DASHBOARD.includes(file) && isType(statement));

function leafFaults({ path, text }: SourceFile): string[] {
  if (!LEAVES_FOR_DASHBOARD.includes(path)) return [];
  return importsOf({ path, text })
    .filter(({ statement, file }) => !isType(statement) && !(file && LEAVES_FOR_DASHBOARD.includes(file)))
    .map(
      ({ target, line }) =>
        `${path}:${line} imports ${target}: the dashboard's bundle has this file, so it may import only types, and ${LEAVES_FOR_DASHBOARD.join(', ')}`,
    );
}

/** Folders in which no two import each other, be it by way of others. */
const WITHOUT_CIRCLES = ['dashboard'];
/**
 * Left out of it: what app/ imports, as its router names every screen and every screen takes the session from beside it;
 * and what issue/ imports, as single certificates and batches show parts of each other.
 */
const IN_CIRCLES = ['dashboard/app', 'dashboard/issue'];

/**
 * The circles that folders make with their imports, types included. At each level a folder stands for all that is in it,
 * and `(files)` for those that lie in no folder of that level.
 */
function folderCircles(files: readonly SourceFile[]): string[] {
  const levels = new Map<string, Map<string, Set<string>>>();
  for (const file of files) {
    const from = file.path.split('/');
    if (!WITHOUT_CIRCLES.includes(from[0] ?? '') || IN_CIRCLES.includes(from.slice(0, 2).join('/'))) continue;
    for (const { file: target } of importsOf(file)) {
      const to = target?.split('/') ?? [];
      if (to[0] !== from[0]) continue;
      let depth = 1;
      while (depth < from.length - 1 && depth < to.length - 1 && from[depth] === to[depth]) depth++;
      const folderAt = (steps: string[]) => (steps.length - 1 > depth ? (steps[depth] ?? '') : '(files)');
      if (folderAt(from) === folderAt(to)) continue;
      const parent = from.slice(0, depth).join('/');
      const arrows = levels.get(parent) ?? new Map<string, Set<string>>();
      levels.set(parent, arrows.set(folderAt(from), (arrows.get(folderAt(from)) ?? new Set()).add(folderAt(to))));
    }
  }
  return [...levels].flatMap(([parent, arrows]) => {
    const circle = circleIn(arrows);
    const way = [...circle, ...circle.slice(0, 1)].join(' -> ');
    return way === '' ? [] : [`${parent}/: ${way} import each other in a circle; what both need belongs below them`];
  });
}

/** The way round one circle; empty where there is none. */
function circleIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const follow = (folder: string, way: readonly string[]): string[] => {
    if (way.includes(folder)) return way.slice(way.indexOf(folder));
    if (done.has(folder)) return [];
    for (const next of arrows.get(folder) ?? []) {
      const circle = follow(next, [...way, folder]);
      if (circle.length > 0) return circle;
    }
    done.add(folder);
    return [];
  };
  for (const folder of arrows.keys()) {
    const circle = follow(folder, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

function environmentFaults({ path, text }: SourceFile): string[] {
  const isProduct = path.split('/')[0] === 'server' || (path.split('/')[0] ?? '') in MAY_IMPORT;
  if (!isProduct || path === 'server/config.ts') return [];
  return [...text.matchAll(/process\.env/g)].map(
    (match) =>
      `${path}:${lineOf(text, match.index)} reads process.env: only server/config.ts does; take what you need as an argument`,
  );
}

const lineOf = (text: string, index: number): number =>
  text.slice(0, index).split('\n').length + (/^\s/.test(text.slice(index)) && text[index] === '\n' ? 1 : 0);

function resolve(from: string, target: string): string {
  const steps = from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}
