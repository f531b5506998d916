import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '@hearth/data/testing';
import { ApiServer } from './api-server.mjs';
import { objectsIn, renderOverlay } from './manifests.mjs';

const tools = process.env.HEARTH_TEST_KUBERNETES;
const START_MS = 180_000;

describe('a Kubernetes API server', () => {
  let server;

  beforeAll(async () => {
    server = await ApiServer.start(process.env.HEARTH_TEST_KUBE_APISERVER);
    for (const file of globSync('definitions/*.json', { cwd: tools })) await define(path.join(tools, file));
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'hearth' } };
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
  ])('takes the overlay %s', async (overlay) => {
    const objects = objectsIn(await renderOverlay(tools, overlay));
    expect(objects.length).toBeGreaterThan(3);
    const problems = [];
    for (const object of objects) problems.push(await apply(object));
    expect(problems.filter(Boolean)).toEqual([]);
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
