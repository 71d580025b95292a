/** Modules missing from the types of the package. They encode data, and compute the size of a code without encoding it. */
declare module 'qrcode/lib/core/qrcode.js' {
  import type { create } from 'qrcode';

  const QRCode: { create: typeof create };
  export default QRCode;
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
