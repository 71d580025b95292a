/** Modules missing from the types of the package. They have the tables of ISO/IEC 18004 and the parts of a symbol without data. */
declare module 'qrcode/lib/core/qrcode.js' {
  import type { create } from 'qrcode';

  /** Modules row by row, 1 is dark. `reservedBit` is set for those that are not data. */
  export interface BitMatrix {
    size: number;
    data: Uint8Array;
    reservedBit: Uint8Array;
  }
  const QRCode: { create(...input: Parameters<typeof create>): { modules: BitMatrix } };
  export default QRCode;
}
declare module 'qrcode/lib/core/mask-pattern.js' {
  import type { QRCodeMaskPattern } from 'qrcode';
  import type { BitMatrix } from 'qrcode/lib/core/qrcode.js';

  const MaskPattern: { applyMask(mask: QRCodeMaskPattern, data: BitMatrix): void };
  export default MaskPattern;
}
declare module 'qrcode/lib/core/polynomial.js' {
  const Polynomial: { generateECPolynomial(degree: number): Uint8Array };
  export default Polynomial;
}
declare module 'qrcode/lib/core/utils.js' {
  const Utils: { getSymbolTotalCodewords(version: number): number };
  export default Utils;
}
declare module 'qrcode/lib/core/error-correction-code.js' {
  const CorrectionCode: {
    getBlocksCount(version: number, level: unknown): number;
    getTotalCodewordsCount(version: number, level: unknown): number;
  };
  export default CorrectionCode;
}
declare module 'qrcode/lib/core/version.js' {
  const Version: {
    /** Returns the version, 1 to 40; undefined if no version can hold the data. */
    getBestVersionForData(
      segments: readonly { mode: unknown; getLength(): number }[],
      level: unknown,
    ): number | undefined;
  };
  export default Version;
}
declare module 'qrcode/lib/core/error-correction-level.js' {
  const ErrorCorrectionLevel: { from(name: string): unknown };
  export default ErrorCorrectionLevel;
}
declare module 'qrcode/lib/core/mode.js' {
  const Mode: { from(name: string): unknown };
  export default Mode;
}
