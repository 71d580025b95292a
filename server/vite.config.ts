import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { digestOf } from './bundle.ts';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(import.meta.dirname, 'dist');
/** Modules that Node starts. */
const ENTRIES = {
  main: 'main.ts',
  child: 'adapters/rendering/child.ts',
  watchdog: 'adapters/rendering/watchdog.ts',
};

/** Gives each module the address of its source, next to which it reads files. */
const sourceAddresses: Plugin = {
  name: 'source-addresses',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const source = JSON.stringify(relative(OUT, id));
    return { code: code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`), map: null };
  },
};

/** Lists the digests of the bundled modules. `bundle.ts` compares them with the sources. */
const digests: Plugin = {
  name: 'digests',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const own = modules.filter((path) => path.startsWith(ROOT)).sort();
    const source = JSON.stringify(Object.fromEntries(own.map((path) => [relative(ROOT, path), digestOf(path)])));
    this.emitFile({ type: 'asset', fileName: 'modules.json', source });
  },
};

/** The server and its render processes. Packages are not bundled. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [sourceAddresses, digests],
  ssr: { noExternal: [/^@oxc-project\//] },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'esnext',
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(import.meta.dirname, path)])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', keepNames: true },
    },
  },
});
