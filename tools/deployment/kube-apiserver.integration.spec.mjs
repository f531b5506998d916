import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '@hearth/data/testing';
import { ApiServer } from './api-server.mjs';
import { objectsIn, renderOverlay, workloadsOf } from './manifests.mjs';

const tools = process.env.HEARTH_TEST_KUBERNETES;
const START_MS = 180_000;

describe('a Kubernetes API server', () => {
  let server;

  beforeAll(async () => {
    server = await ApiServer.start(process.env.HEARTH_TEST_KUBE_APISERVER);
    for (const file of globSync('definitions/*.json', { cwd: tools })) await define(path.join(tools, file));
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'hearth', labels } };
    expect((await server.request('POST', '/api/v1/namespaces', namespace)).status).toBe(201);
  }, START_MS);
  afterAll(() => server?.stop());

  /** Posts the definition of a custom resource, and waits until the resource is served. */
  async function define(file) {
    const definition = JSON.parse(readFileSync(file, 'utf8'));
    const { group, versions } = definition.spec;
    const { status, text } = await server.request(
      'POST',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      definition,
    );
    expect({ status, text }).toMatchObject({ status: 201 });
    const served = `/apis/${group}/${versions[0].name}`;
    const isServed = async () => (await resourcesAt(served)).some(({ kind }) => kind === definition.spec.names.kind);
    await until(`${file} is served`, isServed);
  }

  async function resourcesAt(place) {
    const { status, text } = await server.request('GET', place);
    return status === 200 ? JSON.parse(text).resources : [];
  }

  /** Applies an object as kubectl does on the server, as a dry run that refuses unknown fields. @returns what is wrong with it */
  async function apply({ apiVersion, kind, metadata, ...rest }) {
    const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const resource = (await resourcesAt(base)).find((each) => each.kind === kind && !each.name.includes('/'));
    if (!resource) return `${apiVersion} has no ${kind}`;
    const place = resource.namespaced ? `${base}/namespaces/${metadata.namespace}` : base;
    const flags = 'dryRun=All&fieldValidation=Strict&fieldManager=hearth&force=true';
    const target = `${place}/${resource.name}/${metadata.name}?${flags}`;
    const object = { apiVersion, kind, metadata, ...rest };
    const { status, text } = await server.request('PATCH', target, object, 'application/apply-patch+yaml');
    return status < 300 ? undefined : `${kind} ${metadata.name}: ${JSON.parse(text).message}`;
  }

  it.each([
    'engines',
    'small/logins',
    'small/migrate',
    'small',
    'scaled/logins',
    'scaled/migrate',
    'scaled',
    'scaled/storages',
    'scaled-by-metrics',
    'external-secrets',
    'openshift/logins',
    'openshift/migrate',
    'openshift',
    'openshift/storages',
  ])('takes the overlay %s', async (overlay) => {
    const objects = objectsIn(await renderOverlay(tools, overlay));
    expect(objects.length).toBeGreaterThan(3);
    const problems = [];
    for (const object of objects) problems.push(await apply(object));
    expect(problems.filter(Boolean)).toEqual([]);
  });

  /** Creates a pod of a workload as a dry run: Pod Security refuses pods only, and no controller makes any here. @returns what is wrong with it */
  async function createPod({ metadata: { name }, spec: { template } }, volumeClaims = []) {
    const volumes = [...template.spec.volumes, ...volumeClaims];
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...template.metadata, name },
      spec: { ...template.spec, volumes },
    };
    const { status, text } = await server.request('POST', '/api/v1/namespaces/hearth/pods?dryRun=All', pod);
    return status === 201 ? undefined : `${name}: ${JSON.parse(text).message}`;
  }

  const claim = { name: 'storage', persistentVolumeClaim: { claimName: 'storage' } };
  const podsOf = async (overlay) => {
    const workloads = workloadsOf(objectsIn(await renderOverlay(tools, overlay)));
    return workloads.map((workload) => [workload, workload.kind === 'StatefulSet' ? [claim] : []]);
  };

  it.each(['scaled', 'scaled/logins', 'scaled/migrate', 'scaled/storages', 'openshift', 'openshift/migrate'])(
    'runs the pods of %s under the restricted profile of Pod Security',
    async (overlay) => {
      const problems = [];
      for (const [workload, claims] of await podsOf(overlay)) problems.push(await createPod(workload, claims));
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.filter(Boolean)).toEqual([]);
    },
  );

  it('refuses a pod with privileges', async () => {
    const [[workload]] = await podsOf('openshift');
    workload.spec.template.spec.containers[0].securityContext.allowPrivilegeEscalation = true;
    expect(await createPod(workload)).toMatch(/violates PodSecurity "restricted/);
  });

  it('refuses a misspelt field, also of a custom resource', async () => {
    const objects = objectsIn(await renderOverlay(tools, 'scaled'));
    const spoilt = (kind, spec) => ({ ...objects.find((object) => object.kind === kind), spec });
    expect(await apply(spoilt('Service', { prots: [] }))).toMatch(/field not declared in schema|unknown field/);
    expect(await apply(spoilt('ServiceMonitor', { selector: {}, endpoints: [], endpoint: [] }))).toMatch(
      /field not declared in schema|unknown field/,
    );
  });
});
