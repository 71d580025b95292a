import { constants } from 'node:zlib';
import { filterAdaptively } from './adaptive-filter.ts';
import { adler32Of } from './adler32.ts';
import { type Band, type Compression, compress, encodeBand } from './bands.ts';
import { fileHead } from './chunks.ts';
import type { Filter } from './filter-rows.ts';
import type { Page } from './page.ts';

/**
 * PNG (ISO/IEC 15948) written in bands of rows. Each band is a piece of the zlib stream that refers to nothing before it
 * (RFC 1950, 1951: full flush), so the bands that nothing was painted on are taken over from the static layer as they
 * are, with the checksum of their chunk.
 */
const ROWS = 16;
/** Of bands that nothing is expected to be painted on: fewer pieces are smaller. */
const STILL_ROWS = 256;

/** The chunks of a picture that stays as it is. */
export interface StaticPng {
  head: Buffer;
  bands: Band[];
  /** The filter that compresses most of it best. */
  filter: Filter;
}

/**
 * Compresses a picture once, at the highest level and in whichever way is the smallest. `isStill` tells the rows that
 * nothing is expected to be painted on.
 */
export function encodeStatic(page: Page, dotsPerInch: number, isStill: (row: number) => boolean): StaticPng {
  const rows = bandsOf(page.canvas.height, isStill);
  const sizes = { none: 0, up: 0 };
  const bands = rows.map(([from, to]) => {
    const plain = encodeBand(page, from, to, 'none', TRIAL).chunk.length;
    const up = encodeBand(page, from, to, 'up', TRIAL).chunk.length;
    sizes.none += plain;
    sizes.up += up;
    const least = encodeBand(page, from, to, up < plain ? 'up' : 'none', BEST);
    return least.chunk.length * FLAT < least.length ? least : photograph(page, least);
  });
  return { head: fileHead(page.canvas, dotsPerInch), bands, filter: sizes.up < sizes.none ? 'up' : 'none' };
}

const smaller = (a: Band, b: Band): Band => (b.chunk.length < a.chunk.length ? b : a);

/**
 * A band as it is smallest if it is of a photograph: what is left by filters that adapt to each row is noise, in which
 * what repeats by chance is not worth a reference.
 */
function photograph({ canvas }: Page, { from, to, ...rest }: Band): Band {
  const filtered = filterAdaptively(canvas, from, to);
  const adler = adler32Of(filtered);
  return [constants.Z_DEFAULT_STRATEGY, constants.Z_FILTERED, constants.Z_HUFFMAN_ONLY]
    .map((strategy) => compress(filtered, adler, from, to, { ...BEST, strategy }))
    .reduce(smaller, { from, to, ...rest });
}

/** From which row up to which each band goes. */
function bandsOf(height: number, isStill: (row: number) => boolean): [from: number, to: number][] {
  const bands: [number, number][] = [];
  for (let from = 0; from < height; ) {
    let to = from;
    while (to < height && to - from < STILL_ROWS && isStill(to)) to++;
    if (to === from) to = Math.min(height, from + ROWS);
    bands.push([from, to]);
    from = to;
  }
  return bands;
}

const BEST: Compression = { level: 9 };
/** Tells which filter suits, in a tenth of the time of the best. */
const TRIAL: Compression = { level: 1 };
/** Compressed to less than one part in this many, a band is flat colours or a gradient: no photograph. */
const FLAT = 30;
