import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { refused } from './reading/fault.ts';

/** Flag for bytes in the order RGBA (fpdfview.h). Annotations are not drawn, because the file has none. */
const REVERSE_BYTE_ORDER = 0x10;

/** Module with its memory, which the types leave out. The arrays are replaced when the memory grows. */
type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array; HEAPF32: Float32Array } };

let loading: Promise<Pdfium> | undefined;

/** Loads PDFium when the first page is drawn. It takes 100 ms and 30 MB. */
function loadPdfium(): Promise<Pdfium> {
  loading ??= (async () => {
    const { init } = await import('@embedpdf/pdfium');
    const path = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
    const wasm = await readFile(path);
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length);
    const pdfium = (await init({ wasmBinary })) as Pdfium;
    pdfium.PDFiumExt_Init();
    return pdfium;
  })();
  return loading;
}

export interface Pixels {
  width: number;
  height: number;
  /** Colours, not premultiplied. */
  rgba: Uint8Array;
}

/** Size of a page in points and in pixels. The pixels can be rounded. */
export interface PageSize {
  width: number;
  height: number;
  across: number;
  down: number;
  /** Pixels per point. */
  scale: number;
}

/** Draws the only page of a PDF on a transparent ground. */
export async function drawPage(pdf: Uint8Array, size: PageSize): Promise<Pixels> {
  const pdfium = await loadPdfium();
  try {
    return drawWith(pdfium, pdf, size);
  } catch (error) {
    // After an abort, the state of the memory is undefined.
    loading = undefined;
    throw isAbort(error) ? undrawable() : error;
  }
}

/** Returns true for an abort of WebAssembly. Node's types do not include its error class. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError';

const undrawable = () => refused('pdf_not_drawable');

function drawWith(pdfium: Pdfium, pdf: Uint8Array, size: PageSize): Pixels {
  const at = pdfium.pdfium.wasmExports.malloc(pdf.length);
  pdfium.pdfium.HEAPU8.set(pdf, at);
  const document = pdfium.FPDF_LoadMemDocument(at, pdf.length, '');
  const pixels = draw(pdfium, document, size);
  pdfium.FPDF_CloseDocument(document);
  pdfium.pdfium.wasmExports.free(at);
  return pixels;
}

function draw(pdfium: Pdfium, document: number, { across: width, down: height, ...size }: PageSize): Pixels {
  const page = document && pdfium.FPDF_LoadPage(document, 0);
  if (!page) throw undrawable();
  const { wasmExports } = pdfium.pdfium;
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 1);
  const numbers = wasmExports.malloc(40);
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0);
  // PDFium applies the matrix to a page whose sides are rounded down, with units of one point.
  const across = (size.scale * size.width) / Math.trunc(pdfium.FPDF_GetPageWidthF(page));
  const down = (size.scale * size.height) / Math.trunc(pdfium.FPDF_GetPageHeightF(page));
  pdfium.pdfium.HEAPF32.set([across, 0, 0, down, 0, 0, 0, 0, width, height], numbers / 4);
  pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, numbers, numbers + 24, REVERSE_BYTE_ORDER);
  const [start, stride] = [pdfium.FPDFBitmap_GetBuffer(bitmap), pdfium.FPDFBitmap_GetStride(bitmap)];
  const rgba = new Uint8Array(width * height * 4);
  // The heap can have grown, which replaces the array.
  const heap = pdfium.pdfium.HEAPU8;
  for (let row = 0; row < height; row++)
    rgba.set(heap.subarray(start + row * stride, start + row * stride + width * 4), row * width * 4);
  wasmExports.free(numbers);
  pdfium.FPDFBitmap_Destroy(bitmap);
  pdfium.FPDF_ClosePage(page);
  return { width, height, rgba };
}
