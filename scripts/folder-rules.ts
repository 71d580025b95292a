export interface SourceFile {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
}

/** Which folders a folder may import from; arrows only go down (docs/architecture.md). */
const MAY_IMPORT: Record<string, readonly string[]> = {
  client: ['procedures'],
  dashboard: ['procedures'],
  server: ['procedures', 'jobs', 'domain', 'database', 'templates-engine'],
  procedures: ['domain'],
  jobs: ['domain', 'database'],
  domain: ['database', 'templates-engine'],
  database: [],
  'templates-engine': [],
  proof: [],
};

/** What the rules of the product are kept free of: transports, queues and adapters. */
const KEPT_OUT_OF_DOMAIN =
  /^(express|@trpc\/|trpc-to-openapi|graphile-worker|nodemailer|pino|piscina|rate-limiter-flexible)/;
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s[^'"()]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]/gm;

/** Every import that a folder's rule forbids: where it is, what it imports, and why not. */
export function brokenRules(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [...importFaults(file), ...environmentFaults(file)]);
}

function importFaults({ path, text }: SourceFile): string[] {
  const folder = path.split('/')[0] ?? '';
  const allowed = MAY_IMPORT[folder];
  if (!allowed) return [];
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    const at = `${path}:${lineOf(text, match.index)} imports ${target}`;
    if (!target.startsWith('.')) {
      const isOut = folder === 'domain' && KEPT_OUT_OF_DOMAIN.test(target);
      return isOut
        ? [`${at}: domain/ knows no transport, queue or adapter; take an interface of domain/context.ts`]
        : [];
    }
    const file = resolve(path, target);
    const to = file.split('/')[0] ?? '';
    if (folder === 'dashboard' && to === 'procedures' && !isTypeOfRouter(match[0], file))
      return [`${at}: dashboard/ knows the type of the procedures alone: import type { AppRouter }`];
    if (to === folder || allowed.includes(to)) return [];
    const may = allowed.length > 0 ? `only from ${allowed.join(', ')}` : 'from no other folder';
    return [`${at}: ${folder}/ may import ${may}`];
  });
}

/** `import type` of the router's types. */
const isTypeOfRouter = (statement: string, file: string): boolean =>
  file === 'procedures/router.ts' && /import type\s/.test(statement);

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
