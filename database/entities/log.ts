import { defineEntity, p } from '@mikro-orm/core';

/** A tile of the transparency log. Only the widest version is kept. Bundles of entries have the level -1. */
export const LogTileSchema = defineEntity({
  name: 'LogTile',
  tableName: 'log_tiles',
  properties: {
    level: p.smallint().primary(),
    index: p.bigint('number').primary(),
    /** Number of hashes or entries, 1 to 256. */
    width: p.smallint(),
    bytes: p.uint8array().columnType('bytea'),
  },
});

/** A logged statement. The row shows what was logged even if the statement's own row is deleted or restored to an earlier state. */
export const LogLeafSchema = defineEntity({
  name: 'LogLeaf',
  tableName: 'log_leaves',
  properties: {
    organisationId: p.uuid().primary(),
    certificateId: p.uuid().primary(),
    /** Number of the statement: 0 is about the files, later ones are about the status. */
    number: p.integer().primary(),
    logIndex: p.bigint('number'),
  },
});

/** A signed head of the log: a C2SP checkpoint. Sizes are unique and only increase. */
export const LogHeadSchema = defineEntity({
  name: 'LogHead',
  tableName: 'log_heads',
  properties: {
    size: p.bigint('number').primary().autoincrement(false),
    checkpoint: p.text(),
    /** Time of the leaves that the head added. */
    createdAt: p.datetime(3),
  },
});

/** Progress of the copy at a destination of LOG_HEADS. */
export const LogCopySchema = defineEntity({
  name: 'LogCopy',
  tableName: 'log_copies',
  properties: {
    /** Place as given in LOG_HEADS. */
    place: p.text().primary(),
    /** Size of the newest copied head; -1 before the first. */
    size: p.bigint('number'),
    /** Time before which no process copies, because one is copying, the last attempt failed, or a mail was sent within the hour. */
    dueAt: p.datetime(3),
  },
});

/** Entries of the log that were restored from a copy. Their certificates can be lost. */
export const LogRestoreSchema = defineEntity({
  name: 'LogRestore',
  tableName: 'log_restores',
  properties: {
    /** Index of the first entry, and the log's size after the last one. */
    fromIndex: p.bigint('number').primary().autoincrement(false),
    toIndex: p.bigint('number'),
    /**
     * The same range and its time, signed by the log's key. Write access to the database therefore does not allow excusing a deleted row.
     */
    note: p.text(),
  },
});
