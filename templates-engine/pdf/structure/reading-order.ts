import type { SceneElement } from '../../scene/scene.ts';

/**
 * Returns the indexes of elements in reading order: row by row, each from left to right. An element belongs to a row if it starts above the
 * middle of the row's first element.
 */
export function readingOrder(elements: readonly SceneElement[], indexes: readonly number[]): number[] {
  const order = [...indexes];
  const box = (index: number) => elements[index]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
  order.sort((a, b) => box(a).y - box(b).y);
  const rows: number[][] = [];
  for (const index of order) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first !== undefined && box(index).y < box(first).y + box(first).height / 2) row.push(index);
    else rows.push([index]);
  }
  return rows.flatMap((row) => row.sort((a, b) => box(a).x - box(b).x));
}
