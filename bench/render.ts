import { bakePng } from '../proof/credential/index.ts';
import { findChromium } from '../scripts/chromium.ts';
import { compileTemplate, renderPdf, renderPng } from '../templates-engine/index.ts';
import { openBrowser } from './browser.ts';
import { portraits } from './portraits.ts';
import { credential, renderForSigning, signRendered } from './seal.ts';
import { loadDesign, loadTranscript, transcriptOf, valuesOf } from './subject.ts';
import { digits, printTable, quantile } from './table.ts';
import { textbook } from './textbook.ts';

const ROUNDS = 5;

interface Contestant {
  name: string;
  times: number;
  render(n: number): Promise<number>;
  took: number[];
  bytes: number;
}

/** Measures one thread, one certificate at a time, with warm caches. Contestants alternate, so that a busy machine slows all of them. */
export async function benchRender(): Promise<void> {
  const design = await loadDesign();
  const template = await compileTemplate(design);
  const info = { title: 'Diploma', author: 'Laurel Academy', createdAt: new Date(0) };
  const contestant = (name: string, times: number, render: Contestant['render']): Contestant => ({
    name,
    times,
    render,
    took: [],
    bytes: 0,
  });
  const pdf = async (n: number) => (await renderPdf(template, valuesOf(n), info)).pdf.length;
  const png = async (n: number) => (await renderPng(template, valuesOf(n))).length;
  const sealedPdf = async (n: number, json: string) =>
    signRendered(await renderForSigning(template, valuesOf(n), json));
  const sealed = contestant('Laurel, both files, with credential and signature', 60, async (n) => {
    const json = await credential(n);
    const signed = await sealedPdf(n, json);
    return signed.length + bakePng(await renderPng(template, valuesOf(n)), json).length;
  });
  const [sampleJson, samplePng] = [await credential(0), await renderPng(template, valuesOf(0))];
  const rendered = await renderForSigning(template, valuesOf(0), sampleJson);
  const steps = [
    sealed,
    contestant(
      'Laurel, PDF alone, credential attached, signed',
      60,
      async (n) => (await sealedPdf(n, sampleJson)).length,
    ),
    contestant('of it: the credential', 200, async (n) => (await credential(n)).length),
    contestant("of it: the PDF's signature", 200, async () => (await signRendered(rendered)).length),
    contestant('of it: the credential into the PNG', 200, async () => bakePng(samplePng, sampleJson).length),
  ];
  const plain = contestant('textbook: Satori, resvg, pdf-lib', 6, async (n) => {
    const files = await textbook(design, valuesOf(n));
    return files.pdf.length + files.image.length;
  });
  const both = contestant('Laurel, both files', 60, async (n) => (await pdf(n)) + (await png(n)));
  const transcript = await compileTemplate(await loadTranscript());
  const withMarkup = contestant('Laurel, both files, with a paragraph and a table in markup', 60, async (n) => {
    const { pdf: file } = await renderPdf(transcript, transcriptOf(n), info);
    return file.length + (await renderPng(transcript, transcriptOf(n))).length;
  });
  const found = await findChromium();
  const browser = 'launch' in found ? await openBrowser(design, found.launch) : null;
  const chromium = browser
    ? [contestant('headless Chromium, one warm page', 6, (n) => browser.render(valuesOf(n)))]
    : [];
  const all = [
    plain,
    ...chromium,
    both,
    withMarkup,
    contestant('Laurel, PDF alone', 60, pdf),
    contestant('Laurel, PNG alone', 60, png),
    contestant('Laurel, both files, a portrait on each', 60, await portraits()),
    ...steps,
  ];
  let n = 0;
  for (const { render } of all) for (let warm = 0; warm < 3; warm++) await render(n++);
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of all) {
      for (let time = 0; time < one.times; time++) {
        const start = performance.now();
        one.bytes = await one.render(n++);
        one.took.push(performance.now() - start);
      }
    }
  }
  const mean = ({ took }: Contestant) => took.reduce((sum, time) => sum + time, 0) / took.length;
  printTable(
    'Rendering, one thread',
    ['pipeline', 'ms each', 'p95', 'a second', 'times the textbook', 'KB'],
    all.map((one) => [
      one.name,
      digits(mean(one)),
      digits(quantile(one.took, 0.95)),
      digits(1000 / mean(one)),
      digits(mean(plain) / mean(one)),
      digits(one.bytes / 1000, 0),
    ]),
  );
  await browser?.close();
  if (!browser) process.stdout.write('\nThere is no Chromium here to compare with (set CHROMIUM to its path).\n');
  const { rss } = process.memoryUsage();
  process.stdout.write(`\nThe process uses ${digits(rss / 1e6, 0)} MB, with both pipelines and their fonts loaded.\n`);
}
