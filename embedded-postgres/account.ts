import { readFile, stat } from 'node:fs/promises';
import type { Binaries } from './binaries.ts';
import { type Account, type Owner, run } from './run-program.ts';

const NOBODY: Owner = { uid: 65534, gid: 65534 };

/**
 * Chooses the user that runs PostgreSQL. PostgreSQL refuses root, so as root this is the owner of the data, or `nobody`.
 *
 * The user may have no access to the directories of the data or of the programs (a checkout under `/root`). PostgreSQL then keeps one
 * capability of root, to traverse and read directories: CAP_DAC_READ_SEARCH, or CAP_DAC_OVERRIDE in containers without it. `setpriv` of
 * util-linux sets it. Nothing is copied, and no permission is changed.
 */
export async function chooseAccount(dataDir: string, clusterDir: string, binaries: Binaries): Promise<Account> {
  if (process.getuid?.() !== 0) {
    await refuseForeignCluster(clusterDir);
    return { through: [] };
  }
  const owner = await ownerOf(dataDir, clusterDir);
  // With this securebit, access(2) honours the capability. PostgreSQL's tools call access(2) on their own programs.
  const setpriv = [
    'setpriv',
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
  ];
  const withCapability = (capability: string) => [
    ...setpriv,
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    '--',
  ];
  const accounts: Account[] = [
    { owner, become: owner, through: [] },
    { owner, through: withCapability('dac_read_search') },
    { owner, through: withCapability('dac_override') },
  ];
  for (const account of accounts) {
    const probe = await run(account, 'sh', ['-c', 'cd "$1" && "$2" --version', 'sh', dataDir, binaries.postgres]);
    if (probe.code === 0) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root, and as user ${owner.uid} it cannot be run on ${dataDir}: start as another user, or set DATABASE_URL`,
  );
}

async function ownerOf(dataDir: string, clusterDir: string): Promise<Owner> {
  const cluster = await stat(clusterDir).catch(() => undefined);
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const parent = await stat(dataDir);
  // initdb requires a user with a name. In a container, the owner of a mounted directory may not have one.
  if (parent.uid !== 0 && (await hasName(parent.uid))) return { uid: parent.uid, gid: parent.gid };
  return NOBODY;
}

async function hasName(uid: number): Promise<boolean> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return users.split('\n').some((line) => line.split(':')[2] === String(uid));
}

async function refuseForeignCluster(clusterDir: string): Promise<void> {
  const cluster = await stat(clusterDir).catch(() => undefined);
  if (cluster && cluster.uid !== process.getuid?.()) {
    throw new Error(`${clusterDir} belongs to another user (${cluster.uid}): start as that user, or set DATA_DIR`);
  }
}
