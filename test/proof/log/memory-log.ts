import { appendLeaves, EMPTY_TREE, type LogTree, type StoredLog, tilePath } from '../../../proof/log/index.ts';

/** Log with its tiles in memory, by path. */
export class MemoryLog {
  readonly files = new Map<string, Buffer>();
  tree: LogTree = EMPTY_TREE;

  append(entries: readonly Uint8Array[]): void {
    const { tree, tiles } = appendLeaves(this.tree, entries);
    for (const tile of tiles) this.files.set(tilePath(tile), tile.bytes);
    this.tree = tree;
  }

  get stored(): StoredLog {
    return {
      size: this.tree.size,
      readTile: async (level, index, width) => {
        const path = tilePath({ level, index, width });
        const bytes = this.files.get(path);
        if (!bytes) throw new Error(`no ${path}`);
        return bytes;
      },
    };
  }
}

/** Returns distinct entries, numbered from `first`. */
export const numbered = (count: number, first = 0): Buffer[] =>
  Array.from({ length: count }, (_, index) => Buffer.from(`{"entry":${first + index}}`));
