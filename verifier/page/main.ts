import { languageFor, loadMessages } from '../compiled-messages/load.ts';
import type { Report } from '../index.ts';
import { showBusy, showOriginal, showReport } from './show-report.ts';

/** Verifies a file in the browser and shows the report. */
async function verify(area: HTMLElement, file: File): Promise<void> {
  showBusy(area);
  const { lang } = document.documentElement;
  const messages = await loadMessages(languageFor(lang) ?? 'en');
  const { checkFile, findOriginal } = await import('./check-file.ts');
  const report: Report = await checkFile(file);
  // Without an answer of the server, the report still holds.
  const original = hasNoCredential(report) ? await findOriginal(file).catch(() => null) : null;
  if (original) showOriginal(area, original, messages);
  else showReport(area, report, messages);
}

/** Returns true for a PDF without a readable credential, which can be the original of an imported certificate. */
const hasNoCredential = ({ kind, certificate }: Report): boolean => kind === 'pdf' && certificate === null;

function offer(area: HTMLElement): void {
  const input = area.querySelector('input');
  let last: Promise<unknown> = Promise.resolve();
  const choose = (file: File | null | undefined) => {
    // Sequential, so that the report of the last chosen file is shown.
    if (file) last = last.then(() => verify(area, file)).catch(() => undefined);
  };
  input?.addEventListener('change', () => choose(input.files?.[0]));
  // Accepts drops anywhere on the page. Otherwise the browser would open a file that misses the frame.
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    choose(event.dataTransfer?.files[0]);
  });
  area.hidden = false;
}

// Browsers provide digests on secure origins only. Without them the page shows only the form.
const area = document.querySelector<HTMLElement>('[data-verify]');
if (area && globalThis.crypto?.subtle) offer(area);
