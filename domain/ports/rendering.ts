import type { Detail } from '../../errors/detail.ts';
import type {
  CheckedValues,
  Design,
  DrawnPart,
  FetchFont,
  GivenPictures,
  OwnFace,
  PdfInfo,
  Picture,
  PrintPages,
  ReadFont,
  RenderedPdf,
  RenderProblem,
  RenderWarning,
  WantedParts,
} from '../../templates-engine/index.ts';

export interface DesignSource {
  /** SHA-256 (hex) of the design, the cache key of compiled templates. */
  digest: string;
  /** Loads the design's JSON; called only if the digest is unknown. */
  design: () => Promise<string>;
  /** Loads a font of the organisation that owns the design. */
  font: FetchFont;
}

export interface RenderRequest extends DesignSource {
  /** Batch of the certificate, or its organisation. Owners do not wait for each other's certificates. */
  owner: string;
  values: Map<string, string>;
  /** Pictures that values name. */
  pictures: GivenPictures;
  info: PdfInfo;
  /** Marks the files as a test. `language` is that of the certificate (BCP 47); null for that of its design. */
  test?: { language: string | null } | undefined;
}

/** The organisation that a picture is drawn for. Organisations do not wait for each other. */
interface ForOrganisation {
  organisationId: string;
}

export interface PreviewRequest extends DesignSource, ForOrganisation {
  values: Map<string, string>;
  /** Pictures that values and the design name. A sample replaces any other. */
  pictures: GivenPictures;
  /**
   * Null for a published design. For a document in any state, the faces of its organisation; `design` then returns the JSON of a
   * DocumentRequest's `document` and `own`.
   */
  own: readonly OwnFace[] | null;
}

/** A draft design of which some parts are drawn. */
export interface PartsRequest extends PreviewRequest {
  wanted: WantedParts;
}

/** A design document with its organisation's uploaded faces and the pictures that the document names. */
export interface DocumentRequest extends ForOrganisation {
  document: unknown;
  own: readonly OwnFace[];
  pictures: GivenPictures;
  font: FetchFont;
  /** Values of the certificate that warnings are about. Samples replace missing ones. */
  values: ReadonlyMap<string, string>;
}

export interface CheckRequest extends DesignSource, ForOrganisation {
  values: readonly Map<string, string>[];
  /** Pictures that the values name; their bytes are not needed. */
  pictures: GivenPictures;
}

export interface Preview {
  /** Picture of the parts that can be drawn; null if the design itself is invalid. */
  png: Uint8Array | null;
  /** Faults of the design document, each with its path. */
  issues: Detail[];
  /** Values that do not fit or cannot be shown. */
  problems: RenderProblem[];
}

/** Parts of a page, except those whose faults prevent drawing. */
export interface Parts extends Omit<Preview, 'png'> {
  parts: DrawnPart[];
}

/**
 * Draws and decodes pictures in separate processes, each with limits on time and memory. A crash or hang affects only its own task. Except
 * for certificates, throws RATE_LIMITED or SERVICE_UNAVAILABLE if too many tasks wait. Also throws SERVICE_UNAVAILABLE if an external cause
 * keeps ending the processes.
 */
export interface Renderer {
  render(request: RenderRequest): Promise<RenderedPdf & { image: Uint8Array }>;
  /**
   * Returns the problems that prevent certificates of a published design from being rendered, and warnings, for each set of values. Throws
   * DesignError if they cannot be determined.
   */
  checkValues(request: CheckRequest): Promise<CheckedValues[]>;
  /** Returns warnings about QR codes of a published design that are lighter than their background. */
  lightCodes(source: DesignSource & ForOrganisation): Promise<RenderWarning[]>;
  /** Returns a small PNG of the design, with samples for missing values. */
  thumbnail(source: DesignSource & ForOrganisation & { values: ReadonlyMap<string, string> }): Promise<Uint8Array>;
  /** Returns a preview of a design with some values. The design can be invalid. */
  preview(request: PreviewRequest): Promise<Preview>;
  /** Returns previews of parts, each as its own picture. Omits faulty parts. */
  drawParts(request: PartsRequest): Promise<Parts>;
  /** Returns a validated design document with safe copies of its images, and warnings. DesignError names every fault. */
  parseDesign(request: DocumentRequest): Promise<{ design: Design; warnings: Detail[] }>;
  /** Returns safe copies of an uploaded font's faces. Throws DesignError with the path `file` if the font cannot be used. */
  readFont(organisationId: string, content: Uint8Array): Promise<ReadFont>;
  /**
   * Returns the first page of a PDF (a data URI) in the form of `background.pdf`, with its size. Throws DesignError if the PDF cannot be
   * used.
   */
  readLetterhead(organisationId: string, pdf: string): Promise<{ pdf: string; width: number; height: number }>;
  /**
   * Returns a PNG of the first page of a certificate's PDF. Throws DesignError with the path `file` if it is not a PDF, is encrypted, or
   * cannot be drawn.
   */
  drawFirstPage(organisationId: string, pdf: Uint8Array): Promise<Uint8Array>;
  /** Returns certificates' PDFs as pages of a print PDF, with `bleed` points around each. */
  readPrintPages(organisationId: string, pdfs: Uint8Array[], bleed: number): Promise<PrintPages>;
  /** Returns a PNG of an uploaded logo. Throws DesignError with the path `logo` if it is not a valid image. */
  makeLogo(organisationId: string, content: Uint8Array): Promise<Uint8Array>;
  /** Returns a safe copy of an uploaded picture. Throws DesignError with the path `file` if it is not a valid image. */
  makePicture(organisationId: string, content: Uint8Array): Promise<Picture>;
}
