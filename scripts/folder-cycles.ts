import { importsOf, type SourceFile } from './imports.ts';

/** Folders whose subfolders must not import each other, directly or indirectly. */
const WITHOUT_CYCLES = ['dashboard', 'tables', 'templates-engine'];

/**
 * Returns import cycles between folders, including type imports. At each level a folder represents all its files, and `(files)` those in no
 * folder of that level.
 */
export function folderCycles(files: readonly SourceFile[]): string[] {
  const levels = new Map<string, Map<string, Set<string>>>();
  for (const file of files) {
    const from = file.path.split('/');
    if (!WITHOUT_CYCLES.includes(from[0] ?? '')) continue;
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
  return [...levels].flatMap(([parent, arrows]) =>
    cyclesIn(arrows).map((path) => `${parent}/: ${path} import each other in a cycle; move shared code below them`),
  );
}

/** Returns import cycles between files, including type imports. */
export function fileCycles(files: readonly SourceFile[]): string[] {
  const targetsOf = (file: SourceFile) => importsOf(file).flatMap(({ file: target }) => target ?? []);
  const arrows = new Map(files.map((file) => [file.path, new Set(targetsOf(file))]));
  return cyclesIn(arrows).map((path) => `${path} import each other in a cycle; move shared code below them`);
}

/** Returns a cycle through each part of the graph that has one, as `a -> b -> a`. */
function cyclesIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const follow = (node: string, way: readonly string[]): void => {
    if (way.includes(node)) cycles.push([...way.slice(way.indexOf(node)), node].join(' -> '));
    if (done.has(node)) return;
    done.add(node);
    for (const next of arrows.get(node) ?? []) follow(next, [...way, node]);
  };
  for (const node of arrows.keys()) follow(node, []);
  return cycles;
}
