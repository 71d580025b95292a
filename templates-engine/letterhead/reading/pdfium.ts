import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { refused } from './fault.ts';

/** Module with its memory, which the types leave out. The arrays are replaced when the memory grows. */
export type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array; HEAPF32: Float32Array } };

let loading: Promise<Pdfium> | undefined;

/** Loads PDFium when the first page is read. It takes 100 ms and 30 MB. */
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

/** Calls `use` with PDFium. Refuses the PDF if PDFium aborts, and loads PDFium again for the next one. */
export async function withPdfium<Result>(use: (pdfium: Pdfium) => Result): Promise<Result> {
  const pdfium = await loadPdfium();
  try {
    return use(pdfium);
  } catch (error) {
    if (!isAbort(error)) throw error;
    // After an abort, the state of the memory is undefined.
    loading = undefined;
    throw undrawable();
  }
}

/** Returns true for an abort of WebAssembly. Node's types do not include its error class. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError';

export const undrawable = () => refused('pdf_not_drawable');

/** Open document, and the function that closes it. `document` is 0 if PDFium cannot read the file. */
export interface OpenDocument {
  document: number;
  close(): void;
}

export function openDocument(pdfium: Pdfium, pdf: Uint8Array): OpenDocument {
  const at = pdfium.pdfium.wasmExports.malloc(pdf.length);
  pdfium.pdfium.HEAPU8.set(pdf, at);
  const document = pdfium.FPDF_LoadMemDocument(at, pdf.length, '');
  const close = () => {
    if (document) pdfium.FPDF_CloseDocument(document);
    pdfium.pdfium.wasmExports.free(at);
  };
  return { document, close };
}

/** Writes a document as a PDF; null if PDFium cannot. */
export function save(pdfium: Pdfium, document: number): Uint8Array | null {
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  const isWritten = pdfium.PDFiumExt_SaveAsCopy(document, writer);
  const size = isWritten ? pdfium.PDFiumExt_GetFileWriterSize(writer) : 0;
  const at = pdfium.pdfium.wasmExports.malloc(size);
  pdfium.PDFiumExt_GetFileWriterData(writer, at, size);
  const pdf = pdfium.pdfium.HEAPU8.slice(at, at + size);
  pdfium.pdfium.wasmExports.free(at);
  pdfium.PDFiumExt_CloseFileWriter(writer);
  return size > 0 ? pdf : null;
}
