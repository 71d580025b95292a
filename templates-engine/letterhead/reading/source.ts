import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib';
import { broken, refused } from './fault.ts';
import { openDocument, save, withPdfium } from './pdfium.ts';

/** Value of a key or an array item in a PDF, before references are resolved. */
export type Raw = PDFObject | undefined;

const MAX_OBJECTS = 50_000;

/** PDF parsed by pdf-lib, with access to its objects. Nothing in it is trusted. */
export class Source {
  readonly #context: PDFContext;

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** Returns the document catalog of the trailer, if it is a dictionary. */
  get root(): PDFDict | undefined {
    return this.dict(this.#context.trailerInfo.Root);
  }

  /** Resolves references. */
  get(value: Raw): Raw {
    let found = value;
    for (let hops = 0; found instanceof PDFRef; hops++) {
      if (hops > 20) return undefined;
      found = this.#context.lookup(found);
    }
    return found;
  }

  /** Returns a dictionary, or that of a stream. */
  dict(value: Raw): PDFDict | undefined {
    const found = this.get(value);
    if (found instanceof PDFDict) return found;
    return found instanceof PDFRawStream ? found.dict : undefined;
  }

  stream(value: Raw): PDFRawStream | undefined {
    const found = this.get(value);
    return found instanceof PDFRawStream ? found : undefined;
  }

  array(value: Raw): PDFObject[] | undefined {
    const found = this.get(value);
    return found instanceof PDFArray ? found.asArray() : undefined;
  }

  /** Returns an array, or a single value as an array. */
  list(value: Raw): PDFObject[] {
    const found = this.get(value);
    if (found instanceof PDFArray) return found.asArray();
    return found === undefined ? [] : [found];
  }

  number(value: Raw): number | undefined {
    const found = this.get(value);
    const number = found instanceof PDFNumber ? found.asNumber() : Number.NaN;
    return Number.isFinite(number) ? number : undefined;
  }

  numbers(value: Raw): number[] | undefined {
    const numbers = this.array(value)?.map((item) => this.number(item));
    return numbers?.every((number) => number !== undefined) ? numbers : undefined;
  }

  boolean(value: Raw): boolean | undefined {
    const found = this.get(value);
    return found instanceof PDFBool ? found.asBoolean() : undefined;
  }

  /** Returns the raw text of a name without the slash. */
  name(value: Raw): string | undefined {
    const found = this.get(value);
    return found instanceof PDFName ? found.asString().slice(1) : undefined;
  }

  bytes(value: Raw): Uint8Array | undefined {
    const found = this.get(value);
    return found instanceof PDFString || found instanceof PDFHexString ? found.asBytes() : undefined;
  }

  /** Returns an entry of a dictionary without resolving it. An entry of null is absent (ISO 32000-1, 7.3.9). */
  entry(dict: PDFDict | undefined, key: string): Raw {
    const value = dict?.get(PDFName.of(key));
    const found = this.get(value);
    return found === undefined || found === PDFNull ? undefined : value;
  }

  /** Returns the entries of a dictionary. Keys have no slash. */
  entries(value: Raw): [key: string, value: PDFObject][] {
    const dict = this.dict(value);
    return dict ? dict.entries().map(([key, item]) => [key.asString().slice(1), item]) : [];
  }
}

/** Opens a PDF. Throws DesignError if it is not a PDF, needs a password to open it, or is too damaged to read. */
export async function openPdf(bytes: Uint8Array): Promise<Source> {
  // Some programs write other bytes before the header, and offsets count from the header (ISO 32000-1, annex H, note 13).
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).indexOf('%PDF-');
  if (start < 0) throw refused('not_a_pdf');
  const pdf = bytes.subarray(start);
  let context = await parse(pdf);
  if (context.trailerInfo.Encrypt) context = await parse(await withoutPassword(pdf));
  const count = context.enumerateIndirectObjects().length;
  if (count > MAX_OBJECTS) throw refused('pdf_too_complex', { resource: 'objects', most: MAX_OBJECTS });
  const source = new Source(context);
  if (!source.root) throw broken('it has no catalogue');
  return source;
}

async function parse(pdf: Uint8Array): Promise<PDFContext> {
  try {
    return await PDFParser.forBytesWithOptions(pdf, Number.POSITIVE_INFINITY, false).parseDocument();
  } catch {
    throw broken('its objects cannot be read');
  }
}

/** Decrypts a PDF that every viewer opens, because only changing it needs a password. */
const withoutPassword = (pdf: Uint8Array): Promise<Uint8Array> =>
  withPdfium((pdfium) => {
    const { document, close } = openDocument(pdfium, pdf);
    const written = document && pdfium.EPDF_RemoveEncryption(document) ? save(pdfium, document) : null;
    close();
    if (!written) throw refused('pdf_protected');
    return written;
  });
