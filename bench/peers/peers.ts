import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium, openChromium } from '../../scripts/chromium.ts';
import { compileTemplate, renderPdf, renderPng } from '../../templates-engine/index.ts';
import { htmlOf } from '../html.ts';
import { digits, printTable } from '../table.ts';
import { processorTime } from '../workers.ts';
import { designFor, type Subject, subjectOf, valuesFor } from './subject.ts';
import { takumi } from './takumi.ts';

const ROUNDS = 5;
const COUNT = 40;
/** Certificates until V8 has compiled what they need, as in a render process. The other tools are compiled before. */
const WARM_UP = 400;
const OWN_COUNT = 200;
/** Chromium takes ten times longer. */
const BROWSER_COUNT = 4;
/** Exit code of the program if a tool is not installed. */
const NOT_INSTALLED = 3;
const run = promisify(execFile);

type Output = 'PDF' | 'PNG';

interface Peer {
  name: string;
  output: Output;
  /** Returns milliseconds of processor time for each file; null if the tool is not installed. */
  measure(): Promise<number | null>;
}

const LIBRARIES = [
  ['Fullbleed, plain', 'PDF', 'fullbleed'],
  ['Fullbleed, PDF/UA-1', 'PDF', 'fullbleed-ua'],
  ['Typst, plain', 'PDF', 'typst'],
  ['Typst, PDF/UA-1', 'PDF', 'typst-ua'],
  ['Typst', 'PNG', 'typst-png'],
  ['ReportLab', 'PDF', 'reportlab'],
  ['ironpress', 'PDF', 'ironpress'],
] as const;

/**
 * Measures PDFs and pictures of the classic diploma by Laurel and by other tools, in turns, in milliseconds of processor time. All draw the
 * same shapes and texts in the same fonts on a plain ground. Laurel and ReportLab make their QR codes; the others place a picture that does
 * not count. Tools are found after `pip install fullbleed typst reportlab ironpress` and `npm install --no-save @takumi-rs/core`. The
 * environment variable PEERS_PYTHON names the Python that has the packages, and PEERS_FOLDER a folder that receives a file of each tool.
 */
export async function benchPeers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'laurel-peers-'));
  const { PEERS_FOLDER: shown } = process.env;
  if (shown) await mkdir(shown, { recursive: true });
  try {
    const rows = new Map<string, string[]>();
    for (const hasCode of [true, false]) {
      const subject = await subjectOf(folder, hasCode);
      const file = join(folder, `${hasCode}.json`);
      await writeFile(file, JSON.stringify(subject));
      const browser = await chromium(hasCode);
      const peers = [
        ...(await laurel(hasCode)),
        ...LIBRARIES.map(([name, output, tool]) => library({ name, output }, tool, file)),
        ...(await libraryOfNode(subject)),
        ...browser.peers,
      ];
      const taken = new Map<Peer, number[]>();
      for (let round = 0; round < ROUNDS; round++)
        for (const peer of peers) {
          const measured = await peer.measure();
          if (measured !== null) taken.set(peer, [...(taken.get(peer) ?? []), measured]);
        }
      await browser.close();
      for (const peer of peers) {
        const key = `${peer.output} ${peer.name}`;
        rows.set(key, [...(rows.get(key) ?? []), median(taken.get(peer) ?? [])]);
      }
    }
    for (const [output, title] of Object.entries({ PDF: 'A PDF', PNG: 'A PNG at 144 dpi' }))
      printTable(
        `${title} of the classic diploma, ms of processor time`,
        ['', 'with a QR code', 'without'],
        [...rows].flatMap(([key, figures]) =>
          key.startsWith(output) ? [[key.slice(output.length + 1), ...figures]] : [],
        ),
      );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const median = (times: readonly number[]): string => {
  const middle = [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)];
  return middle === undefined ? 'not installed' : digits(middle);
};

async function laurel(hasCode: boolean): Promise<Peer[]> {
  const template = await compileTemplate(await designFor(hasCode));
  const info = { title: 'Diploma', author: 'Laurel Academy', createdAt: new Date(0) };
  return [
    inThisProcess({ name: 'Laurel, PDF/A-3 and PDF/UA-1', output: 'PDF' }, async (n) => {
      const { pdf } = await renderPdf(template, valuesFor(n), info);
      return pdf;
    }),
    inThisProcess({ name: 'Laurel', output: 'PNG' }, (n) => renderPng(template, valuesFor(n))),
  ];
}

async function libraryOfNode(subject: Subject): Promise<Peer[]> {
  const render = await takumi(subject);
  const { PEERS_FOLDER: shown } = process.env;
  if (render && shown) await writeFile(join(shown, 'takumi.png'), await render(0));
  return render ? [inThisProcess({ name: 'Takumi', output: 'PNG' }, render)] : [];
}

function inThisProcess(
  { name, output }: Pick<Peer, 'name' | 'output'>,
  render: (n: number) => Promise<Uint8Array>,
): Peer {
  let n = 0;
  return {
    name,
    output,
    measure: async () => {
      while (n < WARM_UP) await render(n++);
      const before = process.cpuUsage();
      for (let time = 0; time < OWN_COUNT; time++) await render(n++);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / OWN_COUNT;
    },
  };
}

function library({ name, output }: Pick<Peer, 'name' | 'output'>, tool: string, subject: string): Peer {
  const { PEERS_PYTHON: python = 'python3', PEERS_FOLDER: shown } = process.env;
  const program = new URL('./render.py', import.meta.url).pathname;
  return {
    name,
    output,
    measure: async () => {
      const file = shown ? [join(shown, `${tool}.${output.toLowerCase()}`)] : [];
      try {
        const { stdout } = await run(python, [program, tool, subject, String(COUNT), ...file]);
        return Number(stdout);
      } catch (error) {
        const { code } = error as { code?: unknown };
        if (code === NOT_INSTALLED || code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}

/** Returns Chromium as a peer, if one starts here. */
async function chromium(hasCode: boolean): Promise<{ peers: Peer[]; close(): Promise<void> }> {
  const found = await findChromium();
  if ('missing' in found) return { peers: [], close: async () => undefined };
  const browser = await openChromium(found.launch);
  const design = await designFor(hasCode);
  const { width, height } = design.page;
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
  const peer = (output: Output, draw: () => Promise<unknown>): Peer => {
    let n = 0;
    const render = async () => {
      await page.setContent(await htmlOf(design, valuesFor(n++)));
      await draw();
    };
    return {
      name: 'headless Chromium, one warm page',
      output,
      measure: async () => {
        await render();
        const before = await ofOthers();
        for (let time = 0; time < BROWSER_COUNT; time++) await render();
        return (((await ofOthers()) - before) / BROWSER_COUNT) * 1000;
      },
    };
  };
  const size = { width: `${width}px`, height: `${height}px` };
  return {
    peers: [
      peer('PDF', () => page.pdf({ ...size, printBackground: true, tagged: true })),
      peer('PNG', () => page.screenshot()),
    ],
    close: () => browser.close(),
  };
}

/** Returns the processor time in seconds of the processes that this one has started. */
async function ofOthers(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (await processorTime([process.pid])) - (user + system) / 1e6;
}
