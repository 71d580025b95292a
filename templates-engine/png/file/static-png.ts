import { constants } from 'node:zlib';
import { filterAdaptively } from './adaptive-filter.ts';
import { adler32Of } from './adler32.ts';
import { type Band, type Compression, compress, encodeBand } from './bands.ts';
import { fileHead } from './chunks.ts';
import type { Filter } from './filter-rows.ts';
import type { Page } from './page.ts';

/**
 * Rows per band of a PNG (ISO/IEC 15948). Each band is a piece of the zlib stream without references to earlier data (RFC 1950 and 1951,
 * full flush). Unpainted bands are therefore copied from the static layer, including the checksum of their chunk.
 */
const ROWS = 16;
/** Rows per band where no painting is expected. Fewer pieces are smaller. */
const STILL_ROWS = 256;

/** Chunks of a static picture. */
export interface StaticPng {
  head: Buffer;
  bands: Band[];
  /** Filter that compresses most of the picture best. */
  filter: Filter;
}

/**
 * Compresses a picture once, at the highest level, choosing the smallest result. `isStill` returns true for rows where no painting is
 * expected.
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
 * Returns the smallest encoding of a photograph's band. After adaptive filters, the remainder is noise, and references to chance
 * repetitions cost more than they save.
 */
function photograph({ canvas }: Page, { from, to, ...rest }: Band): Band {
  const filtered = filterAdaptively(canvas, from, to);
  const adler = adler32Of(filtered);
  return [constants.Z_DEFAULT_STRATEGY, constants.Z_FILTERED, constants.Z_HUFFMAN_ONLY]
    .map((strategy) => compress(filtered, adler, from, to, { ...BEST, strategy }))
    .reduce(smaller, { from, to, ...rest });
}

/** Returns the first row of each band, and the row after its last. */
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
/** Trial compression to choose a filter, in a tenth of the time of BEST. */
const TRIAL: Compression = { level: 1 };
/** Minimum compression ratio of flat colours and gradients. A band that compresses less can be a photograph. */
const FLAT = 30;
