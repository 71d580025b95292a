import { existsSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Simulates a full disk while the file named by FULL_DISK exists. Loaded into a process with `--import`. The first half of a file is
 * written, then the write fails with ENOSPC.
 */
const { open } = files;

async function openOnFullDisk(...args: Parameters<typeof open>) {
  const file = await open(...args);
  const writeFile = file.writeFile.bind(file);
  return Object.assign(file, {
    writeFile: async (content: Uint8Array) => {
      if (!existsSync(process.env.FULL_DISK ?? '')) return writeFile(content);
      await writeFile(content.subarray(0, content.length / 2));
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    },
  });
}

Object.assign(files, { open: openOnFullDisk });
syncBuiltinESMExports();
