import { openDocument, type Pdfium, undrawable, withPdfium } from './reading/pdfium.ts';

/** Flag for bytes in the order RGBA (fpdfview.h). Annotations are not drawn, because the file has none. */
const REVERSE_BYTE_ORDER = 0x10;

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
export const drawPage = (pdf: Uint8Array, size: PageSize): Promise<Pixels> =>
  withPdfium((pdfium) => {
    const { document, close } = openDocument(pdfium, pdf);
    const pixels = draw(pdfium, document, size);
    close();
    return pixels;
  });

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
