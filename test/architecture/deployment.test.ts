import { readdirSync, readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { expect, test } from 'vitest';
import { ALLOCATOR, SERVER } from '../../scripts/product.ts';
import { readConfig } from '../../server/config.ts';
import { ask, describeJudgedBy } from '../proof/judges.ts';

interface Container {
  command?: string[];
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  readinessProbe?: { httpGet: { path: string; port: string } };
  livenessProbe?: { httpGet: { path: string; port: string } };
  securityContext: unknown;
  volumeMounts: { name: string }[];
}
interface PodTemplate {
  metadata?: { labels: Record<string, string> };
  spec: { containers: Container[]; securityContext: Record<string, unknown>; volumes: { name: string }[] };
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: { selector?: { matchLabels?: object; role?: string }; template?: PodTemplate };
}

const PARSE = 'import sys, json, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))';
const read = (file: string): unknown[] =>
  JSON.parse(ask('python3', ['-c', PARSE], readFileSync(file)).said.replace(/^\[null, /, '['));
const variables = new Set(
  [...readFileSync('server/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_0-9]+):/gm)].map(([, name = '']) => name),
);

/** Models of the kinds that Kubernetes' own schemas check for types, options and members. */
const MODELS: readonly { apiVersion: string; kind: string; new (data: never): { validate(): void } }[] = [
  ...[ConfigMap, Deployment, Job, NetworkPolicy, PodDisruptionBudget, Secret, Service],
];

/** Returns the schemas' objection to a manifest; null if they accept it. */
function refusalOf(manifest: Manifest): string | null {
  const Model = MODELS.find(({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind);
  if (!Model) return `${manifest.apiVersion} ${manifest.kind}: no such kind`;
  try {
    new Model(manifest as never).validate();
    return null;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata.name}: ${error instanceof Error ? error.message : error}`;
  }
}

describeJudgedBy(['python3'], 'what is deployed', () => {
  const manifests = () =>
    ['laurel', 'secret.example'].flatMap((name) => read(`deploy/kubernetes/${name}.yaml`)) as Manifest[];

  test('Kubernetes: settings are known and valid, mounts have volumes, ports and probes exist, nothing runs as root', () => {
    const all = manifests();
    const settings = all.flatMap(({ data, stringData }) => Object.entries(data ?? stringData ?? {}));
    const plain = Object.fromEntries(settings.filter(([name]) => /^[A-Z_]+$/.test(name)));
    expect(Object.keys(plain).filter((name) => !variables.has(name))).toEqual([]);
    const filled = { ...plain, API_KEY_PEPPER: 'x'.repeat(32), AUTH_SECRET: 'x'.repeat(32) };
    expect(() => readConfig(filled)).not.toThrow();
    const pods = all.flatMap(({ spec }) => (spec?.template ? [spec.template] : []));
    expect(pods).toHaveLength(3);
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const container of spec.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        const volumes = spec.volumes.map(({ name }) => name);
        expect(container.volumeMounts.filter(({ name }) => !volumes.includes(name))).toEqual([]);
        expect((container.env ?? []).filter(({ name }) => !variables.has(name))).toEqual([]);
        const ports = (container.ports ?? []).map(({ name }) => name);
        for (const probe of [container.readinessProbe, container.livenessProbe])
          if (probe) expect(ports).toContain(probe.httpGet.port);
      }
    }
    for (const { kind, spec } of all)
      if (kind === 'Deployment')
        expect(spec.template?.metadata?.labels).toMatchObject(spec.selector?.matchLabels ?? {});
  });

  test('Kubernetes: its own schemas accept every manifest', () => {
    expect(manifests().flatMap((manifest) => refusalOf(manifest) ?? [])).toEqual([]);
    for (const manifest of manifests().filter(({ kind }) => kind === 'Deployment')) {
      const { selector: _, ...spec } = manifest.spec;
      expect(refusalOf({ ...manifest, spec })).toContain('selector');
    }
  });

  test('Kubernetes: a network policy covers every pod, and admits only the traffic for its ports', () => {
    const all = manifests();
    const policy = all.find(({ kind }) => kind === 'NetworkPolicy')?.spec as unknown as {
      podSelector: { matchLabels: object };
      policyTypes: string[];
      ingress: { from: object[]; ports: { port: number }[] }[];
    };
    expect(policy.policyTypes).toEqual(['Ingress', 'Egress']);
    const pods = all.flatMap(({ spec }) => (spec?.template ? [spec.template] : []));
    for (const { metadata } of pods) expect(metadata?.labels).toMatchObject(policy.podSelector.matchLabels);
    for (const { from } of policy.ingress) expect(from).toHaveLength(1);
    const open = policy.ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
    const served = pods.flatMap(({ spec }) => spec.containers.flatMap(({ ports = [] }) => ports));
    expect(new Set(open)).toEqual(new Set(served.map(({ containerPort }) => containerPort)));
  });

  test('Compose: every service has a limit of memory and of processes', () => {
    const [compose] = read('docker-compose.yml') as {
      services: Record<string, { mem_limit?: string; pids_limit?: number }>;
    }[];
    for (const [name, { mem_limit, pids_limit }] of Object.entries(compose?.services ?? {}))
      expect([name, mem_limit, pids_limit]).toEqual([name, expect.stringMatching(/\d+[gm]\}?$/), expect.any(Number)]);
  });

  test('Compose: ports are on loopback, the root is read-only, and settings are known', () => {
    const [compose] = read('docker-compose.yml') as {
      services: Record<string, { ports?: string[]; image?: string; read_only?: boolean; environment?: object }>;
    }[];
    const services = Object.entries(compose?.services ?? {});
    const ports = services.flatMap(([, { ports: some = [] }]) => some);
    expect(ports.length).toBeGreaterThan(1);
    expect(ports.filter((port) => !/^(\$\{API_PORTS:-)?127\.0\.0\.1:/.test(port))).toEqual([]);
    expect(readFileSync('docker-compose.yml', 'utf8')).not.toMatch(/API_PORTS=(?!127\.0\.0\.1:)/);
    const ours = services.filter(([, { image }]) => image === 'laurel');
    expect(ours.length).toBeGreaterThan(4);
    for (const [name, { read_only, environment = {} }] of ours) {
      expect([name, read_only]).toEqual([name, true]);
      expect(Object.keys(environment).filter((variable) => !variables.has(variable))).toEqual([]);
    }
  });
});

test('systemd: settings of the units are known', () => {
  for (const file of readdirSync('deploy/systemd')) {
    const unit = readFileSync(`deploy/systemd/${file}`, 'utf8');
    const [, line = ''] = /^Environment=(.+)$/m.exec(unit) ?? [];
    const names = [...line.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(names.filter((name) => name !== 'NODE_ENV' && !(name in ALLOCATOR) && !variables.has(name))).toEqual([]);
    expect(names).toContain('ROLE');
  }
});

test('every way to start the server passes Node the arguments of npm start', () => {
  const files = [
    'docker-compose.yml',
    'Dockerfile',
    ...readdirSync('deploy/systemd').map((name) => `deploy/systemd/${name}`),
  ];
  const commands = files.flatMap((file) => readFileSync(file, 'utf8').match(/^.*\bserver\/dist\/main\.js.*$/gm) ?? []);
  expect(commands).toHaveLength(5);
  expect(SERVER).toHaveLength(4);
  for (const command of commands) expect(command.split(/[\s,"[\]]+/)).toEqual(expect.arrayContaining([...SERVER]));

  const settings = Object.entries(ALLOCATOR).map(([name, value]) => `${name}=${value}`);
  expect(settings).toHaveLength(1);
  // Compose runs the image.
  for (const file of files.slice(1))
    for (const setting of settings) expect(readFileSync(file, 'utf8')).toContain(setting);
});
