import { meaningOf, renderChart } from './chart.mjs';
import { environmentOf, objectsIn, renderOverlay } from './manifests.mjs';

const tools = process.env.HEARTH_TEST_KUBERNETES;

async function overlays(...names) {
  const texts = await Promise.all(names.map((name) => renderOverlay(tools, name)));
  return Object.assign({}, ...texts.map((text) => meaningOf(objectsIn(text))));
}

/** Labels of the namespaces that policies name. */
function namespacesIn(policies) {
  const found = [...JSON.stringify(policies).matchAll(/"namespaceSelector":{"matchLabels":({[^}]*})/g)];
  return [...new Set(found.map(([, labels]) => labels))].sort();
}

describe('the Helm chart', () => {
  it.each([
    ['scaled', []],
    ['small', ['values-small']],
  ])('renders the objects of the overlay %s, its logins and its migrations', async (overlay, values) => {
    const expected = await overlays(overlay, `${overlay}/logins`, `${overlay}/migrate`);
    expect(meaningOf(await renderChart(tools, ...values))).toEqual(expected);
  });

  it('renders the objects of the overlay openshift, but for policies, which add up there', async () => {
    const expected = await overlays('openshift', 'openshift/logins', 'openshift/migrate');
    const isPolicy = ([name]) => name.startsWith('NetworkPolicy ');
    const split = (objects) =>
      Object.groupBy(Object.entries(objects), (entry) => (isPolicy(entry) ? 'policies' : 'others'));
    const [chart, manifests] = [meaningOf(await renderChart(tools, 'values-openshift')), expected].map(split);
    expect(Object.fromEntries(chart.others)).toEqual(Object.fromEntries(manifests.others));
    const added = namespacesIn(manifests.policies.filter(([name]) => name.includes(' openshift')));
    expect(namespacesIn(chart.policies)).toEqual(added);
    expect(added).toHaveLength(3);
  });

  it('renders the autoscalers of the overlay scaled-by-metrics', async () => {
    const scalersIn = (objects) =>
      Object.entries(objects).filter(([name]) => name.startsWith('HorizontalPodAutoscaler '));
    const chart = scalersIn(meaningOf(await renderChart(tools, 'autoscaling.metrics=true')));
    expect(chart).toHaveLength(5);
    expect(chart).toEqual(scalersIn(await overlays('scaled-by-metrics')));
  });

  it('renders the Job of a command for storages', async () => {
    const objects = meaningOf(await renderChart(tools, 'storageCommand={drain,storage-2}'));
    const expected = await overlays('scaled/storages');
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, objects[name]]))).toEqual(expected);
  });
});

describe('an installation of its own', () => {
  it('takes secrets, classes, sizes, an Ingress and servers from values', async () => {
    const objects = await renderChart(
      tools,
      'url=https://code.example.org',
      'secrets.databasePrefix=vault-',
      'services.repository.volume.storageClassName=fast',
      'services.ci.settings.HEARTH_LOG_LEVEL=debug',
      'services.ci.tag=0.1.1',
      'postgres.host=db.example.org',
      'networkPolicies.enabled=false',
      'jobs.enabled=false',
    );
    const of = (kind, name) => objects.find((object) => object.kind === kind && object.metadata.name === name);
    const { containers, volumes } = of('Deployment', 'ci').spec.template.spec;
    expect(volumes).toContainEqual({ name: 'database', secret: { secretName: 'vault-ci' } });
    expect(containers[0].image).toBe('hearth/ci:0.1.1');
    expect(environmentOf(of('Deployment', 'ci'), objects)).toMatchObject({
      HEARTH_URL: 'https://code.example.org',
      HEARTH_LOG_LEVEL: 'debug',
      DATABASE_URL: 'postgres://hearth_ci@db.example.org:5432/hearth',
    });
    expect(of('StatefulSet', 'repository').spec.volumeClaimTemplates[0].spec.storageClassName).toBe('fast');
    expect(of('Ingress', 'gateway').spec.rules[0].host).toBe('code.example.org');
    expect(objects.filter(({ kind }) => ['Job', 'NetworkPolicy'].includes(kind))).toEqual([]);
  });

  it('is refused with a value that the chart does not have', async () => {
    await expect(renderChart(tools, 'image.prefx=x/')).rejects.toThrow(/prefx/);
  });
});
