import { importsOf, type SourceFile } from './imports.ts';

/** Folders in which no two import each other, be it by way of others. */
const WITHOUT_CIRCLES = ['dashboard', 'templates-engine'];
/**
 * Left out of it: what app/ imports, as its router names every screen and every screen takes the session from beside it;
 * and what issue/ imports, as single certificates and batches show parts of each other.
 */
const IN_CIRCLES = ['dashboard/app', 'dashboard/issue'];

/**
 * The circles that folders make with their imports, types included. At each level a folder stands for all that is in it,
 * and `(files)` for those that lie in no folder of that level.
 */
export function folderCircles(files: readonly SourceFile[]): string[] {
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
