import type { Report } from '../index.ts';
import type { Words } from '../texts/words.ts';
import { showBusy, showReport } from './show-report.ts';

const TEXTS: Record<string, () => Promise<{ words: Words }>> = {
  en: () => import('../texts/en.ts'),
  fr: () => import('../texts/fr.ts'),
  de: () => import('../texts/de.ts'),
  es: () => import('../texts/es.ts'),
  ar: () => import('../texts/ar.ts'),
  pt: () => import('../texts/pt.ts'),
  it: () => import('../texts/it.ts'),
  ja: () => import('../texts/ja.ts'),
  zh: () => import('../texts/zh.ts'),
  hi: () => import('../texts/hi.ts'),
};

/** Verifies a file in the browser, and shows what came of it. */
async function verify(area: HTMLElement, file: File): Promise<void> {
  showBusy(area);
  const { words } = (await (TEXTS[document.documentElement.lang] ?? TEXTS.en)?.()) ?? { words: null };
  const { checkFile } = await import('./check-file.ts');
  const report: Report = await checkFile(file);
  if (words) showReport(area, report, words);
}

function offer(area: HTMLElement): void {
  const input = area.querySelector('input');
  let last: Promise<unknown> = Promise.resolve();
  const choose = (file: File | null | undefined) => {
    // One after another, so that the last one chosen is the one shown.
    if (file) last = last.then(() => verify(area, file)).catch(() => undefined);
  };
  input?.addEventListener('change', () => choose(input.files?.[0]));
  // Anywhere on the page: a file that misses the frame would otherwise be opened instead of it.
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    choose(event.dataTransfer?.files[0]);
  });
  area.hidden = false;
}

// Browsers offer digests on secure origins only; without them the form alone is shown.
const area = document.querySelector<HTMLElement>('[data-verify]');
if (area && globalThis.crypto?.subtle) offer(area);
