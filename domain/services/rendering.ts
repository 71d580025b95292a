import type { Detail } from '../../errors/detail.ts';
import type {
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
  WantedParts,
} from '../../templates-engine/index.ts';

export interface DesignSource {
  /** SHA-256 (hex) of the design: what compiled templates are cached by. */
  digest: string;
  /** Loads the design's JSON; called only when the digest isn't known. */
  design: () => Promise<string>;
  /** Loads a font of the organisation whose design it is. */
  font: FetchFont;
}

export interface RenderRequest extends DesignSource {
  values: Map<string, string>;
  /** Those that values name. */
  pictures: GivenPictures;
  info: PdfInfo;
}

/** The organisation that a picture is for: none waits for another's. */
interface ForOrganisation {
  organisationId: string;
}

export interface PreviewRequest extends DesignSource, ForOrganisation {
  values: Map<string, string>;
  /** Those that values and the design name; a sample is shown for every other. */
  pictures: GivenPictures;
  /** null: the design is a published one. For a document of any state the faces that its organisation has: `design` gives the JSON of a DocumentRequest's `document` and `own`. */
  own: readonly OwnFace[] | null;
}

/** A design that people work on, of which some parts are drawn. */
export interface PartsRequest extends PreviewRequest {
  wanted: WantedParts;
}

/** A design document, and what its organisation has for it: the faces that it has uploaded, and the pictures that the document names. */
export interface DocumentRequest extends ForOrganisation {
  document: unknown;
  own: readonly OwnFace[];
  pictures: GivenPictures;
  font: FetchFont;
}

export interface CheckRequest extends DesignSource, ForOrganisation {
  values: readonly Map<string, string>[];
  /** Those that the values name; their bytes are not needed. */
  pictures: GivenPictures;
}

export interface Preview {
  /** The picture as far as it can be drawn; null where the design itself is wrong. */
  png: Uint8Array | null;
  /** Faults of the design document, each with its path. */
  issues: Detail[];
  /** What does not fit or can't be shown with these values. */
  problems: RenderProblem[];
}

/** Parts of a page, as far as the design's faults let them be drawn. */
export interface Parts extends Omit<Preview, 'png'> {
  parts: DrawnPart[];
}

/**
 * Draws, and decodes pictures, in processes of its own, each with a bound on time and memory: what crashes, hangs or grows
 * there costs itself alone. All but certificates: RATE_LIMITED or SERVICE_UNAVAILABLE where too many wait, the latter too where
 * something outside keeps ending the processes.
 */
export interface Renderer {
  render(request: RenderRequest): Promise<RenderedPdf & { image: Uint8Array }>;
  /** What keeps certificates of a published design from being rendered, for the values of each. DesignError where that can't be told. */
  checkValues(request: CheckRequest): Promise<RenderProblem[][]>;
  /** A small PNG of the design, with samples for the values that are not given. */
  thumbnail(source: DesignSource & ForOrganisation & { values: ReadonlyMap<string, string> }): Promise<Uint8Array>;
  /** What a design that need not be right yet looks like with some values. */
  preview(request: PreviewRequest): Promise<Preview>;
  /** The same as parts, each a picture of its own; of those that are at fault there is none. */
  drawParts(request: PartsRequest): Promise<Parts>;
  /** A design document, checked, its images made safe. DesignError names every fault. */
  parseDesign(request: DocumentRequest): Promise<Design>;
  /** The faces of an uploaded font, made safe. DesignError, path `file`, where it can't be used. */
  readFont(organisationId: string, content: Uint8Array): Promise<ReadFont>;
  /** The first page of a PDF (a data URI) as `background.pdf` takes it, and its size. DesignError where it can't be one. */
  readLetterhead(organisationId: string, pdf: string): Promise<{ pdf: string; width: number; height: number }>;
  /** Certificates' PDFs as pages of a print PDF, with `bleed` points around each. */
  readPrintPages(organisationId: string, pdfs: Uint8Array[], bleed: number): Promise<PrintPages>;
  /** A PNG of an uploaded logo. DesignError, path `logo`, where it is none. */
  makeLogo(organisationId: string, content: Uint8Array): Promise<Uint8Array>;
  /** A safe copy of an uploaded picture. DesignError, path `file`, where it is none. */
  makePicture(organisationId: string, content: Uint8Array): Promise<Picture>;
}
