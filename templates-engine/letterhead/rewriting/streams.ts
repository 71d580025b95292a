import type { PDFDict, PDFRawStream } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { Graph, Rewritten } from '../reading/graph.ts';

/** Content streams that share their resources: those of a page, a form, a pattern or the glyphs of a font. */
export interface Streams {
  rewrite(streams: readonly PDFRawStream[]): Rewritten;
  /** Returns the resources that the rewritten streams use. */
  resources(): PdfValue;
}

/**
 * Resources of a content stream, as its objects see them. Such an object can contain content streams, whose objects can contain others.
 * `open` therefore provides the rewriting of streams to the code that copies objects.
 */
export interface Surroundings {
  readonly graph: Graph;
  readonly fonts: Fonts;
  readonly resources: PDFDict | undefined;
  /** Opens content streams with these resources. */
  open(resources: PDFDict | undefined): Streams;
}
