import { importsOf, type SourceFile } from './imports.ts';

/** Folders whose subfolders must not import each other, directly or indirectly. */
const WITHOUT_CYCLES = ['dashboard', 'templates-engine'];
/** Folders whose imports are exempt. The router in app/ names every screen, and every screen uses the session next to it. */
const EXEMPT_FROM_CYCLES = ['dashboard/app'];

/**
 * Returns import cycles between folders, including type imports. At each level a folder represents all its files, and `(files)` those in no
 * folder of that level.
 */
export function folderCycles(files: readonly SourceFile[]): string[] {
  const levels = new Map<string, Map<string, Set<string>>>();
  for (const file of files) {
    const from = file.path.split('/');
    if (!WITHOUT_CYCLES.includes(from[0] ?? '') || EXEMPT_FROM_CYCLES.includes(from.slice(0, 2).join('/'))) continue;
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
    const cycle = cycleIn(arrows);
    const path = [...cycle, ...cycle.slice(0, 1)].join(' -> ');
    return path === '' ? [] : [`${parent}/: ${path} import each other in a cycle; move shared code below them`];
  });
}

/** Returns one cycle, or an empty list. */
function cycleIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const follow = (folder: string, way: readonly string[]): string[] => {
    if (way.includes(folder)) return way.slice(way.indexOf(folder));
    if (done.has(folder)) return [];
    for (const next of arrows.get(folder) ?? []) {
      const cycle = follow(next, [...way, folder]);
      if (cycle.length > 0) return cycle;
    }
    done.add(folder);
    return [];
  };
  for (const folder of arrows.keys()) {
    const cycle = follow(folder, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
