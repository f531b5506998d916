import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../hearth/run-program.mjs';
import { root } from '../hearth/paths.mjs';
import { environmentProblems } from './configuration.mjs';
import { SCHEMA_LOCATION } from './kubernetes-schemas.mjs';
import { isOpen, neededConnections } from './connections.mjs';
import { environmentOf, labelsOf, matches, objectsIn, renderOverlay, workloadsOf } from './manifests.mjs';
import { KUBERNETES } from './versions.mjs';

const tools = process.env.HEARTH_TEST_KUBERNETES;
const OVERLAYS = [
  'small',
  'small/logins',
  'small/migrate',
  'scaled',
  'scaled/logins',
  'scaled/migrate',
  'scaled/storages',
  'scaled-by-metrics',
  'openshift',
  'openshift/logins',
  'openshift/migrate',
  'openshift/storages',
  'engines',
  'external-secrets',
];
/** Without a user: restricted-v2 of OpenShift refuses pods that name one outside of the range of their namespace. */
const ASSIGNED = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
const OWN = { ...ASSIGNED, runAsUser: 10_001, runAsGroup: 10_001, fsGroup: 10_001 };

async function validate(text) {
  const flags = ['-strict', '-summary', '-kubernetes-version', KUBERNETES];
  const location = ['-schema-location', path.join(tools, SCHEMA_LOCATION)];
  return runProgram(path.join(tools, 'kubeconform'), [...flags, ...location, '-'], { input: text });
}

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  let text;
  let objects;

  beforeAll(async () => {
    text = await renderOverlay(tools, overlay);
    objects = objectsIn(text);
  });

  it(`is what Kubernetes ${KUBERNETES} and the operators accept`, async () => {
    const { status, output } = await validate(text);
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringMatching(/ Valid: (\d+), Invalid: 0, Errors: 0, Skipped: 0/),
    });
  });

  it('puts everything into one namespace', () => {
    const outside = objects.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'hearth');
    expect(outside.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  it('gives each process the variables that it reads, and no others', () => {
    for (const workload of workloadsOf(objects)) {
      const process = workload.metadata.name.replace(/^migrate-.*/, 'migrate');
      expect(environmentProblems(process, environmentOf(workload, objects))).toEqual([]);
    }
  });

  it('runs processes without privileges, on a read-only tree, with requests and limits', () => {
    for (const { spec } of workloadsOf(objects)) {
      const { securityContext, containers } = spec.template.spec;
      const { fsGroupChangePolicy: _, ...context } = securityContext;
      expect(context).toEqual(overlay.startsWith('openshift') ? ASSIGNED : OWN);
      expect(containers).toEqual([
        expect.objectContaining({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: {
            requests: { cpu: expect.any(String), memory: expect.any(String) },
            limits: { memory: expect.any(String) },
          },
        }),
      ]);
    }
  });
});

describe.each(['small', 'scaled'])('the overlay %s', (overlay) => {
  let objects;
  let workloads;

  beforeAll(async () => {
    objects = objectsIn(await renderOverlay(tools, overlay));
    workloads = workloadsOf(objects);
  });

  const ofKind = (wanted) => objects.filter(({ kind }) => kind === wanted);

  it('selects the pods of one service with each selector', () => {
    const selectors = [
      ...ofKind('Service').map(({ spec }) => ({ matchLabels: spec.selector })),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector),
      ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector),
      ...workloads.map(({ spec }) => spec.selector),
    ];
    for (const selector of selectors) {
      expect(workloads.filter((workload) => matches(selector, labelsOf(workload)))).toHaveLength(1);
    }
    const budgets = overlay === 'scaled' ? workloads.length : 0;
    const forSsh = 1;
    expect(selectors).toHaveLength(3 * workloads.length + forSsh + budgets);
    expect(ofKind('ServiceMonitor')).toHaveLength(budgets);
  });

  it('scales the stateless services only', () => {
    const scaled = ofKind('HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef.name);
    const stateless = workloads.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(scaled).toEqual(overlay === 'scaled' ? stateless : []);
  });

  it('opens the internal listeners to Hearth and to Prometheus, SSH to all, the others to the gateway', () => {
    const sources = ofKind('NetworkPolicy').flatMap(({ metadata, spec }) =>
      spec.ingress.flatMap(({ from, ports }) => ports.map(({ port }) => [`${metadata.name} ${port}`, from])),
    );
    const pods = (labels) => ({ podSelector: { matchLabels: labels } });
    const namespace = (name) => ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } });
    const hearth = { 'app.kubernetes.io/part-of': 'hearth' };
    const expected = workloads.flatMap(({ metadata: { name } }) =>
      name === 'gateway'
        ? [
            ['gateway routed', [namespace('ingress-nginx')]],
            ['gateway ssh', undefined],
            ['gateway internal', [namespace('monitoring')]],
          ]
        : [
            [`${name} routed`, [pods({ 'app.kubernetes.io/name': 'gateway', ...hearth })]],
            [`${name} internal`, [pods(hearth), namespace('monitoring')]],
          ],
    );
    expect(Object.fromEntries(sources)).toStrictEqual(Object.fromEntries(expected));
  });

  it('has one process for each storage, which the others find', () => {
    const repository = workloads.find(({ kind }) => kind === 'StatefulSet');
    const { HEARTH_STORAGE_NAMES, HEARTH_SERVICES, HEARTH_STORAGES } = environmentOf(repository, objects);
    const storages = Array.from({ length: repository.spec.replicas }, (_, index) => `storage-${index}`);
    expect(HEARTH_STORAGE_NAMES.split(',')).toEqual(storages);
    expect(HEARTH_STORAGES).toBe('{"storage-$(POD_INDEX)": "/data/storage"}');
    const { repository: owners, ...others } = JSON.parse(HEARTH_SERVICES);
    const at = (host) => ({ routed: `http://${host}:8080`, internal: `http://${host}:9090` });
    expect(owners).toEqual(
      Object.fromEntries(storages.map((storage, index) => [storage, at(`repository-${index}.repository`)])),
    );
    const outer = ['gateway', 'gateway-ssh', 'repository'];
    const inner = ofKind('Service').filter(({ metadata }) => !outer.includes(metadata.name));
    expect(others).toEqual(Object.fromEntries(inner.map(({ metadata: { name } }) => [name, at(name)])));
  });

  it('keeps storages apart, so that a node or a disruption takes one of them', () => {
    const repository = workloads.find(({ kind }) => kind === 'StatefulSet');
    const selector = { matchLabels: { 'app.kubernetes.io/name': 'repository' } };
    const apart =
      repository.spec.template.spec.affinity?.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    const budget = ofKind('PodDisruptionBudget').find(({ metadata }) => metadata.name === 'repository');
    if (overlay === 'small') return expect([apart, budget]).toEqual([undefined, undefined]);
    expect(apart).toEqual([{ topologyKey: 'kubernetes.io/hostname', labelSelector: selector }]);
    expect(budget.spec).toMatchObject({ maxUnavailable: 1, selector });
  });

  it('probes and stops pods as docs/operations.md says', () => {
    const page = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
    for (const { spec } of workloads) {
      const [container] = spec.template.spec.containers;
      for (const probe of ['readinessProbe', 'livenessProbe', 'startupProbe']) {
        const [, text] = new RegExp(`^\\| \`${probe}\` +\\| (.*) \\|$`, 'm').exec(page);
        const [, place] = /`GET (\S+)` on the internal port/.exec(text);
        const numbers = [...text.matchAll(/`(\w+): (\d+)`/g)].map(([, name, value]) => [name, Number(value)]);
        expect(container[probe]).toEqual({
          httpGet: { path: place, port: 'internal' },
          ...Object.fromEntries(numbers),
        });
      }
      const times = environmentOf({ metadata: {}, spec }, objects);
      const seconds = ['HEARTH_DRAIN_DELAY', 'HEARTH_GRACE'].map((name) => Number.parseInt(times[name], 10));
      expect(spec.template.spec.terminationGracePeriodSeconds).toBe(seconds[0] + seconds[1] + 10);
    }
  });
});

describe.each(['small', 'scaled'])('the network policies of %s', (overlay) => {
  let objects;
  let engines;
  let needed;

  beforeAll(async () => {
    const texts = await Promise.all(
      [overlay, `${overlay}/logins`, `${overlay}/migrate`, ...(overlay === 'scaled' ? ['scaled/storages'] : [])].map(
        (each) => renderOverlay(tools, each),
      ),
    );
    objects = texts.flatMap(objectsIn);
    engines = objectsIn(await renderOverlay(tools, 'engines'));
    needed = neededConnections(objects, engines);
  });

  const policies = () => [...objects, ...engines].filter(({ kind }) => kind === 'NetworkPolicy');
  const closed = (from) =>
    needed.filter((each) => !isOpen(from, each)).map(({ from: name, to, port }) => [name, to, port]);

  it('let out and in what the processes declare', () => {
    expect(needed.length).toBeGreaterThan(60);
    expect(closed(policies())).toEqual([]);
  });

  it('let no process call, or reach an engine, that it does not declare', () => {
    const ends = new Map(
      needed.flatMap(({ from, source, to, target }) => [[from, source], ...(target.labels ? [[to, target]] : [])]),
    );
    const open = [...ends].flatMap(([from, source]) =>
      [...ends].flatMap(([to, target]) =>
        [5432, 6379, 8080, 9090, 9093].flatMap((port) =>
          from !== to && source.ports && isOpen(policies(), { source, target, port }) ? [`${from} ${to} ${port}`] : [],
        ),
      ),
    );
    const declared = needed.filter(({ target }) => target.labels).map(({ from, to, port }) => `${from} ${to} ${port}`);
    expect(open.toSorted()).toEqual([...new Set(declared)].toSorted());
  });

  it('keep imports, buckets and mail from the networks of the cluster', () => {
    const sources = new Map(needed.map(({ from, source }) => [from, source]));
    const reachable = ['10.1.2.3', '169.254.169.254', '192.168.1.1', 'fd00::1'].flatMap((address) =>
      [80, 5432, 8080, 9090].flatMap((port) =>
        [...sources].flatMap(([from, source]) =>
          isOpen(policies(), { source, target: { address }, port }) ? [`${from} ${address} ${port}`] : [],
        ),
      ),
    );
    expect(reachable).toEqual([]);
  });

  it.each([
    [
      'a call',
      'ci',
      9090,
      [
        ['ci', 'projects', 9090],
        ['ci', 'repository', 9090],
        ['ci', 'identity', 9090],
        ['ci', 'merge-requests', 9090],
      ],
    ],
    ['PostgreSQL', 'projects', 5432, [['projects', 'postgres-rw', 5432]]],
    ['Kafka', 'migrate-ci', 9093, [['migrate-ci', 'kafka-kafka-bootstrap', 9093]]],
  ])('are found out when they miss %s', (_case, name, port, expected) => {
    const spoilt = policies().map((policy) => {
      if (policy.metadata.name !== name) return policy;
      const egress = policy.spec.egress.filter(({ ports }) => !ports.some((each) => each.port === port));
      return { ...policy, spec: { ...policy.spec, egress } };
    });
    const found = new Set(closed(spoilt).map(String));
    expect(found).toEqual(new Set(expected.map(String)));
  });
});

describe('the Job for storages', () => {
  it('empties the last storage of the overlay, which it knows by name', async () => {
    const objects = objectsIn(await renderOverlay(tools, 'scaled/storages'));
    const [job] = workloadsOf(objects);
    const names = environmentOf(job, objects).HEARTH_STORAGE_NAMES.split(',');
    expect(job.spec.template.spec.containers[0].args).toEqual([
      ...['apps/all-in-one/dist/storages.js', 'drain', names.at(-1)],
    ]);
  });
});

describe('the validation', () => {
  it.each([
    ['a misspelt field', (text) => text.replace('terminationGracePeriodSeconds', 'terminationGracePeriod')],
    ['a value of another type', (text) => text.replace('runAsUser: 10001', 'runAsUser: me')],
    ['a misspelt field of a custom resource', (text) => text.replace('interval: 30s', 'every: 30s')],
  ])('refuses %s', async (_case, spoil) => {
    const { status, output } = await validate(spoil(await renderOverlay(tools, 'scaled')));
    expect({ status, output }).toEqual({ status: 1, output: expect.stringContaining('Invalid: 1') });
  });
});
