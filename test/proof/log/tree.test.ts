import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  inclusionRoot,
  LogError,
  openTree,
  proveConsistency,
  rootAt,
  rootOf,
  type Tile,
  tilePath,
} from '../../../proof/log/index.ts';
import { proveInclusion } from '../../../proof/log/prove.ts';
import { MemoryLog, numbered } from './memory-log.ts';
import { naiveConsistency, naiveInclusion, naiveRoot } from './naive-tree.ts';

test('roots, tiles and proofs match a naive tree, regardless of how entries are appended', async () => {
  const batches = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 4 });
  const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  await fc.assert(
    fc.asyncProperty(batches, position, position, async (counts, one, other) => {
      const log = new MemoryLog();
      const entries: Buffer[] = [];
      for (const count of counts) {
        const added = numbered(count, entries.length);
        entries.push(...added);
        log.append(added);
        expect(rootOf(log.tree)).toEqual(naiveRoot(entries));
        expect(await openTree(log.stored)).toEqual(log.tree);
        expectTiles(log, entries);
      }
      const size = Math.floor(one * (entries.length + 1));
      expect(await rootAt(log.stored, size)).toEqual(naiveRoot(entries.slice(0, size)));
      if (entries.length === 0) return;
      const index = Math.floor(other * entries.length);
      const hashes = await proveInclusion(log.stored, index);
      expect(hashes).toEqual(naiveInclusion(index, entries));
      const entry = entries[index] ?? Buffer.alloc(0);
      const place = { index, size: entries.length };
      const root = naiveRoot(entries);
      expect(inclusionRoot(entry, { ...place, hashes })).toEqual(root);
      expect(inclusionRoot(Buffer.from('another'), { ...place, hashes })).not.toEqual(root);
      expect(inclusionRoot(entry, { ...place, hashes: [...hashes, root] })).toBeNull();
      if (hashes.length > 0) expect(inclusionRoot(entry, { ...place, hashes: hashes.slice(1) })).toBeNull();
      expect(await proveConsistency(log.stored, index + 1)).toEqual(naiveConsistency(index + 1, entries));
    }),
    { numRuns: 40 },
  );
});

/** Checks the tiles of this size against their definition in tlog-tiles. */
function expectTiles(log: MemoryLog, entries: Buffer[]): void {
  for (let level = 0; 256 ** level <= entries.length; level++) {
    const span = 256 ** level;
    const hashes = Array.from({ length: Math.floor(entries.length / span) }, (_, at) =>
      naiveRoot(entries.slice(at * span, (at + 1) * span)),
    );
    for (let index = 0; index * 256 < hashes.length; index++) {
      const expected = hashes.slice(index * 256, (index + 1) * 256);
      const path = tilePath({ level, index, width: expected.length });
      expect(log.files.get(path)).toEqual(Buffer.concat(expected));
    }
  }
  for (let index = 0; index * 256 < entries.length; index++) {
    const expected = entries.slice(index * 256, (index + 1) * 256);
    const path = tilePath({ level: 'entries', index, width: expected.length });
    const bundle = expected.flatMap((entry) => [Buffer.of(entry.length >> 8, entry.length & 255), entry]);
    expect(log.files.get(path)).toEqual(Buffer.concat(bundle));
  }
}

test('70,000 entries have the tiles that the specification lists', async () => {
  const log = new MemoryLog();
  log.append(numbered(70_000));
  const paths = [...log.files.keys()];
  const count = (pattern: RegExp): number => paths.filter((path) => pattern.test(path)).length;
  expect(count(/^tile\/0\/\d{3}$/)).toBe(273);
  expect(count(/^tile\/entries\/\d{3}$/)).toBe(273);
  expect(paths.filter((path) => !/^tile\/(0|entries)\/\d{3}$/.test(path)).sort()).toEqual([
    'tile/0/273.p/112',
    'tile/1/000',
    'tile/1/001.p/17',
    'tile/2/000.p/1',
    'tile/entries/273.p/112',
  ]);
  const entries = numbered(70_000);
  expect(await rootAt(log.stored, 70_000)).toEqual(naiveRoot(entries));
  expect(await proveInclusion(log.stored, 65_535)).toEqual(naiveInclusion(65_535, entries));
});

test('an append returns only new tiles', () => {
  const log = new MemoryLog();
  log.append(numbered(256));
  expect([...log.files.keys()].sort()).toEqual(['tile/0/000', 'tile/1/000.p/1', 'tile/entries/000']);
  log.files.clear();
  log.append(numbered(3, 256));
  expect([...log.files.keys()].sort()).toEqual(['tile/0/001.p/3', 'tile/entries/001.p/3']);
  log.files.clear();
  log.append([]);
  expect([...log.files.keys()]).toEqual([]);
});

test('an index is written in groups of three digits', () => {
  const path = (index: number, width = 256, level: Tile['level'] = 0) => tilePath({ level, index, width });
  expect(path(1_234_067)).toBe('tile/0/x001/x234/067');
  expect(path(0, 8, 2)).toBe('tile/2/000.p/8');
  expect(path(1000, 1, 'entries')).toBe('tile/entries/x001/000.p/1');
});

test('refuses a proof beyond the log, and a truncated tile', async () => {
  const log = new MemoryLog();
  log.append(numbered(300));
  await expect(proveInclusion(log.stored, 300)).rejects.toThrow(LogError);
  await expect(proveInclusion(log.stored, -1)).rejects.toThrow(LogError);
  await expect(proveConsistency(log.stored, 301)).rejects.toThrow(LogError);
  await expect(proveConsistency(log.stored, 0)).rejects.toThrow(LogError);
  await expect(rootAt(log.stored, 301)).rejects.toThrow(LogError);
  expect(() => log.append([Buffer.alloc(65_536)])).toThrow(LogError);
  const cut = { size: 300, readTile: async () => Buffer.alloc(40) };
  await expect(rootAt(cut, 300)).rejects.toThrow(/^tile\/0\/001\.p\/44 has 40 bytes, not 1408$/);
  await expect(openTree(cut)).rejects.toThrow(LogError);
  const tail = log.files.get('tile/entries/001.p/44');
  log.files.set('tile/entries/001.p/44', tail?.subarray(0, -1) ?? Buffer.alloc(0));
  await expect(openTree(log.stored)).rejects.toThrow('A bundle of log entries is cut off');
});

test('a wider tile replaces a missing one', async () => {
  const log = new MemoryLog();
  log.append(numbered(300));
  const { stored, tree } = log;
  log.append(numbered(100, 300));
  const readTile: typeof stored.readTile = (level, index, width) =>
    stored.readTile(level, index, width === 44 ? 144 : width);
  expect(await openTree({ size: 300, readTile })).toEqual(tree);
  expect(await rootAt({ size: 300, readTile }, 300)).toEqual(rootOf(tree));
});
