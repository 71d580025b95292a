/** Modules of the package that give a code's size without encoding it; its own types leave them out. */
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
