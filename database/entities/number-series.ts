import { defineEntity, p } from '@mikro-orm/core';

export const NumberSeriesSchema = defineEntity({
  name: 'NumberSeries',
  tableName: 'number_series',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    /** Text with `{####}`, and optionally `{YYYY}` and `{MM}`. */
    pattern: p.text(),
    start: p.integer(),
    reset: p.string().columnType('text').$type<'never' | 'yearly'>(),
    createdAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

/** A series of certificate numbers of an organisation. */
export class NumberSeries extends NumberSeriesSchema.class {}
NumberSeriesSchema.setClass(NumberSeries);

/** Next serial of a series, in a year or in all years (0). */
export const NumberCounterSchema = defineEntity({
  name: 'NumberCounter',
  tableName: 'number_counters',
  properties: {
    organisationId: p.uuid().primary(),
    seriesId: p.uuid().primary(),
    year: p.integer().primary(),
    next: p.bigint('number'),
  },
});
