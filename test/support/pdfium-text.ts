import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/** Module with its memory, which the types leave out. */
type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array } };

/** Returns the text of a PDF's first page as PDFium extracts it, and Chrome copies it. */
export async function pdfiumText(pdf: Uint8Array): Promise<string> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length);
  const pdfium = (await init({ wasmBinary })) as Pdfium;
  pdfium.PDFiumExt_Init();
  const file = pdfium.pdfium.wasmExports.malloc(pdf.length);
  pdfium.pdfium.HEAPU8.set(pdf, file);
  const document = pdfium.FPDF_LoadMemDocument(file, pdf.length, '');
  const text = pdfium.FPDFText_LoadPage(pdfium.FPDF_LoadPage(document, 0));
  const units = Array.from({ length: pdfium.FPDFText_CountChars(text) }, (_, index) =>
    pdfium.FPDFText_GetUnicode(text, index),
  );
  return String.fromCodePoint(...units);
}
