/** Modules of the package that its own types leave out: they encode, and give a code's size without encoding it. */
declare module 'qrcode/lib/core/qrcode.js' {
  import type { create } from 'qrcode';

  const QRCode: { create: typeof create };
  export default QRCode;
}
declare module 'qrcode/lib/core/version.js' {
  const Version: {
    /** 1 to 40; undefined where none holds the data. */
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
