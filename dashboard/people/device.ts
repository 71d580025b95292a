import { t } from '@lingui/core/macro';

/** Browsers by the token that distinguishes each from those it imitates. The first match wins. */
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

/** Returns the browser and device of a session, for example “Firefox on Windows”. User agents can contain anything. */
export function deviceOf(userAgent: string | null | undefined): { browser: string; isHandheld: boolean } {
  const text = userAgent ?? '';
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(text))?.[1];
  const [browser = t`Unknown browser`, device] = [find(BROWSERS), find(DEVICES)];
  return { browser: device ? t`${browser} on ${device}` : browser, isHandheld: /\b(iPhone|iPad|Android)\b/.test(text) };
}
