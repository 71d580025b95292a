import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium, openChromium } from '../../scripts/chromium.ts';
import { compileTemplate, renderPdf } from '../../templates-engine/index.ts';
import { htmlOf } from '../html.ts';
import { digits, printTable } from '../table.ts';
import { processorTime } from '../workers.ts';
import { designFor, subjectOf, valuesFor } from './subject.ts';

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

interface Peer {
  name: string;
  /** Returns milliseconds of processor time for each PDF; null if the tool is not installed. */
  measure(): Promise<number | null>;
}

const LIBRARIES = [
  ['Fullbleed, plain', 'fullbleed'],
  ['Fullbleed, PDF/UA-1', 'fullbleed-ua'],
  ['Typst, plain', 'typst'],
  ['Typst, PDF/UA-1', 'typst-ua'],
  ['ReportLab', 'reportlab'],
  ['ironpress', 'ironpress'],
] as const;

/**
 * Measures PDFs of the classic diploma by Laurel and by other tools, in turns, in milliseconds of processor time. All draw the same shapes
 * and texts in the same fonts on a plain ground. Laurel and ReportLab make their QR codes; the
 * others place a picture that does not count. The environment variable PEERS_PYTHON names the Python that has the packages, and PEERS_FOLDER a folder that receives a PDF of each tool.
 */
export async function benchPeers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'laurel-peers-'));
  try {
    const rows = new Map<string, string[]>();
    for (const hasCode of [true, false]) {
      const subject = await subjectOf(folder, hasCode);
      const file = join(folder, `${hasCode}.json`);
      await writeFile(file, JSON.stringify(subject));
      const browser = await chromium(hasCode);
      const peers = [
        await laurel(hasCode),
        ...LIBRARIES.map(([name, tool]) => library(name, tool, file)),
        ...browser.peers,
      ];
      const taken = new Map<Peer, number[]>();
      for (let round = 0; round < ROUNDS; round++)
        for (const peer of peers) {
          const measured = await peer.measure();
          if (measured !== null) taken.set(peer, [...(taken.get(peer) ?? []), measured]);
        }
      await browser.close();
      for (const peer of peers) rows.set(peer.name, [...(rows.get(peer.name) ?? []), median(taken.get(peer) ?? [])]);
    }
    printTable(
      'A PDF of the classic diploma, ms of processor time',
      ['', 'with a QR code', 'without'],
      [...rows].map(([name, figures]) => [name, ...figures]),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const median = (times: readonly number[]): string => {
  const middle = [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)];
  return middle === undefined ? 'not installed' : digits(middle);
};

async function laurel(hasCode: boolean): Promise<Peer> {
  const template = await compileTemplate(await designFor(hasCode));
  const info = { title: 'Diploma', author: 'Laurel Academy', createdAt: new Date(0) };
  let n = 0;
  const render = async () => (await renderPdf(template, valuesFor(n++), info)).pdf;
  return {
    name: 'Laurel, PDF/A-3 and PDF/UA-1',
    measure: async () => {
      while (n < WARM_UP) await render();
      const before = process.cpuUsage();
      for (let time = 0; time < OWN_COUNT; time++) await render();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / OWN_COUNT;
    },
  };
}

function library(name: string, tool: string, subject: string): Peer {
  const { PEERS_PYTHON: python = 'python3', PEERS_FOLDER: shown } = process.env;
  const program = new URL('./render.py', import.meta.url).pathname;
  return {
    name,
    measure: async () => {
      if (shown) await mkdir(shown, { recursive: true });
      const file = shown ? [join(shown, `${tool}.pdf`)] : [];
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
  const page = await browser.newPage();
  const design = await designFor(hasCode);
  const size = { width: `${design.page.width}px`, height: `${design.page.height}px` };
  let n = 0;
  const render = async () => {
    await page.setContent(await htmlOf(design, valuesFor(n++)));
    return page.pdf({ ...size, printBackground: true, tagged: true });
  };
  return {
    peers: [
      {
        name: 'headless Chromium, one warm page',
        measure: async () => {
          await render();
          const before = await ofOthers();
          for (let time = 0; time < BROWSER_COUNT; time++) await render();
          return (((await ofOthers()) - before) / BROWSER_COUNT) * 1000;
        },
      },
    ],
    close: () => browser.close(),
  };
}

/** Returns the processor time in seconds of the processes that this one has started. */
async function ofOthers(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (await processorTime([process.pid])) - (user + system) / 1e6;
}
