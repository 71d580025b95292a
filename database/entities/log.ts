import { defineEntity, p } from '@mikro-orm/core';

/** A tile of the transparency log, of which the widest is kept. The level of bundles of entries is -1. */
export const LogTileSchema = defineEntity({
  name: 'LogTile',
  tableName: 'log_tiles',
  properties: {
    level: p.smallint().primary(),
    index: p.bigint('number').primary(),
    /** How many hashes or entries it has, 1 to 256. */
    width: p.smallint(),
    bytes: p.uint8array().columnType('bytea'),
  },
});

/** A statement that is in the log: what was logged stays known where the statement's own row is deleted or put back. */
export const LogLeafSchema = defineEntity({
  name: 'LogLeaf',
  tableName: 'log_leaves',
  properties: {
    organisationId: p.uuid().primary(),
    certificateId: p.uuid().primary(),
    /** The statement's number: 0 is about the files, each later one about the status. */
    number: p.integer().primary(),
    logIndex: p.bigint('number'),
  },
});

/** A signed head of the log: a C2SP checkpoint. There is one of a size at most, and none is smaller than one before. */
export const LogHeadSchema = defineEntity({
  name: 'LogHead',
  tableName: 'log_heads',
  properties: {
    size: p.bigint('number').primary().autoincrement(false),
    checkpoint: p.text(),
    /** The time of the leaves that it added. */
    createdAt: p.datetime(3),
  },
});

/** How far a place of LOG_HEADS has the log. */
export const LogCopySchema = defineEntity({
  name: 'LogCopy',
  tableName: 'log_copies',
  properties: {
    /** As LOG_HEADS names it. */
    place: p.text().primary(),
    /** Of the newest head that is there; -1 before the first. */
    size: p.bigint('number'),
    /** No process copies before: one is at it, the last attempt failed, or a mail was sent within the hour. */
    dueAt: p.datetime(3),
  },
});

/** Entries of the log that were taken back from a copy: their certificates may be lost. */
export const LogRestoreSchema = defineEntity({
  name: 'LogRestore',
  tableName: 'log_restores',
  properties: {
    /** Index of the first one, and the log's size after the last one. */
    fromIndex: p.bigint('number').primary().autoincrement(false),
    toIndex: p.bigint('number'),
    /** Says the same and when, signed by the log's key: who can only write to the database can't excuse a deleted row. */
    note: p.text(),
  },
});
