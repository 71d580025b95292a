export { appendLeaves, EMPTY_TREE, type LogTree, rootOf } from './append-leaves.ts';
export { ForkError, type Head, parseHead, signCheckpoint } from './checkpoint.ts';
export { encodeLeaf, type LoggedStatement } from './leaf.ts';
export { NoteError, type NoteSigner, type NoteVerifier, parseVerifierKey, verifierKey } from './note-keys.ts';
export { openNote } from './notes.ts';
export { proveConsistency } from './prove.ts';
export { openTree, rootAt } from './stored-tree.ts';
export { LogError, type ReadTile, type StoredLog, type Tile, type TileLevel, tilePath } from './tiles.ts';
export { makeTlogProof } from './tlog-proof.ts';
