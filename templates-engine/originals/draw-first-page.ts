import { type DetailCode, detail } from '../../errors/detail.ts';
import { DesignError } from '../design/design-error.ts';
import { loadSharp } from '../graphics/sharp.ts';
import { type Pdfium, withPdfium } from '../letterhead/reading/pdfium.ts';

/** Pixels per point, and maximum pixels of the longest side. Rendered certificates have two pixels per point, too. */
const SCALE = 2;
const MAX_SIDE = 2400;
/** Maximum sides of a page in points that PDF defines (ISO 32000-2, annex C). */
const MAX_POINTS = 14_400;
/** Errors of FPDF_GetLastError: a password is needed, or the security handler is unknown. */
const PROTECTED = [4, 5];
const WHITE = 0xffffffff;
/** Flags of FPDF_RenderPageBitmap: with annotations, and in the byte order of `sharp`. */
const FLAGS = 0x01 | 0x10;
const BYTES_PER_PIXEL = 4;

/**
 * Returns a PNG of a PDF's first page, for a certificate that keeps its original file. Throws DesignError with the path `file` if it is not
 * a PDF, is encrypted, or cannot be drawn.
 */
export async function drawFirstPage(pdf: Uint8Array): Promise<Uint8Array> {
  // Some programs write other bytes before the header (ISO 32000-1, annex H, note 13).
  if (!Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(pdf.length, 1024)).includes('%PDF-'))
    throw refused('not_a_pdf');
  const { pixels, width, height } = await withPdfium((pdfium) => draw(pdfium, pdf)).catch((error: unknown) => {
    throw error instanceof DesignError
      ? refused(error.issues[0]?.code === 'pdf_protected' ? 'pdf_protected' : 'pdf_not_drawable')
      : error;
  });
  const sharp = await loadSharp();
  const raw = sharp(pixels, { raw: { width, height, channels: BYTES_PER_PIXEL } });
  return raw.removeAlpha().png().toBuffer();
}

const refused = (code: Extract<DetailCode, 'not_a_pdf' | 'pdf_protected' | 'pdf_not_drawable'>): DesignError =>
  new DesignError([detail('file', code)]);

interface Drawn {
  pixels: Uint8Array;
  width: number;
  height: number;
}

function draw(pdfium: Pdfium, pdf: Uint8Array): Drawn {
  const at = pdfium.pdfium.wasmExports.malloc(pdf.length);
  pdfium.pdfium.HEAPU8.set(pdf, at);
  const document = pdfium.FPDF_LoadMemDocument(at, pdf.length, '');
  try {
    if (!document) throw refused(PROTECTED.includes(pdfium.FPDF_GetLastError()) ? 'pdf_protected' : 'pdf_not_drawable');
    // One that opens without a password is encrypted, too.
    if (pdfium.FPDF_GetSecurityHandlerRevision(document) !== -1) throw refused('pdf_protected');
    return drawPage(pdfium, document);
  } finally {
    if (document) pdfium.FPDF_CloseDocument(document);
    pdfium.pdfium.wasmExports.free(at);
  }
}

function drawPage(pdfium: Pdfium, document: number): Drawn {
  const page = pdfium.FPDF_LoadPage(document, 0);
  if (!page) throw refused('pdf_not_drawable');
  try {
    const [across, down] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
    const longest = Math.max(across, down);
    if (!(across > 0 && down > 0 && longest <= MAX_POINTS)) throw refused('pdf_not_drawable');
    const scale = Math.min(SCALE, MAX_SIDE / longest);
    const [width, height] = [across, down].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
    return { pixels: pixelsOf(pdfium, page, { width, height }), width, height };
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

function pixelsOf(pdfium: Pdfium, page: number, { width, height }: Omit<Drawn, 'pixels'>): Uint8Array {
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (!bitmap) throw refused('pdf_not_drawable');
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
    return pdfium.pdfium.HEAPU8.slice(start, start + width * height * BYTES_PER_PIXEL);
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}
