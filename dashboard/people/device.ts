/** Browsers by what tells each from those that it says it is like; the first that fits. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const DEVICES: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** What a session was opened with, as “Firefox on Windows”; what a browser says of itself, which may be anything. */
export function deviceOf(userAgent: string | null | undefined): { browser: string; isHandheld: boolean } {
  const text = userAgent ?? '';
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, device] = [find(BROWSERS), find(DEVICES)];
  const name = [browser ?? 'Unknown browser', device].filter(Boolean).join(' on ');
  return { browser: name, isHandheld: /\b(iPhone|iPad|Android)\b/.test(text) };
}
