export { appendLeaves, EMPTY_TREE, type LogTree, rootOf } from './append-leaves.ts';
export { ForkError, type Head, parseHead, signCheckpoint } from './checkpoint.ts';
export { narrowTile, splitBundle } from './entries.ts';
export { inclusionRoot } from './inclusion-root.ts';
export { encodeLeaf, type Leaf, type LoggedStatement, parseLeaf } from './leaf.ts';
export { NoteError, type NoteSigner, type NoteVerifier, parseVerifierKey, verifierKey } from './note-keys.ts';
export { openNote, signNote } from './notes.ts';
export { proveConsistency, proveInclusion } from './prove.ts';
export { openTree, rootAt } from './stored-tree.ts';
export {
  LogError,
  parseTilePath,
  type ReadTile,
  type StoredLog,
  TILE_WIDTH,
  type Tile,
  type TileLevel,
  tilePath,
  tilesBetween,
  tileWidth,
} from './tiles.ts';
export { makeTlogProof } from './tlog-proof.ts';
