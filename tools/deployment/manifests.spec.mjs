import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../hearth/paths.mjs';
import { configurationVariables } from './configuration.mjs';
import { processesOf, readCompose } from './compose.mjs';
import { K8S, readManifests, takenInBy } from './manifests.mjs';

const manifests = readManifests();
const kustomizations = [...manifests].filter(([file]) => path.basename(file) === 'kustomization.yaml');
const objects = [...manifests].flatMap(([file, documents]) => documents.map((object) => ({ file, ...object })));
const apps = readdirSync(path.join(root, 'apps')).filter((app) => !['e2e', 'all-in-one'].includes(app));

/** Whether an entry of a generated map gives its file a name that is not the file's own. */
const isVariable = (entry) => entry.includes('=');

describe('the manifests in k8s/', () => {
  it('are objects of Kubernetes', () => {
    expect(manifests.size).toBeGreaterThan(50);
    const nameless = objects.filter(
      ({ file, apiVersion, kind, metadata }) =>
        !apiVersion || !kind || (!metadata?.name && !file.endsWith('kustomization.yaml')),
    );
    expect(nameless.map(({ file }) => file)).toEqual([]);
  });

  it('are all taken in by a kustomization, which takes in nothing else', () => {
    const taken = kustomizations.flatMap(([file, [kustomization]]) => takenInBy(file, kustomization));
    expect(taken.filter((file) => !existsSync(path.join(K8S, file)))).toEqual([]);
    const entries = kustomizations
      .map(([file]) => file)
      .filter((file) => /^overlays\/[\w-]+(\/(logins|migrate|storages))?\/k/.test(file));
    expect([...manifests.keys()].filter((file) => !taken.includes(file) && !entries.includes(file))).toEqual([]);
    expect(entries).toHaveLength(14);
  });

  it('hold a folder for each service, with its version, and an owner for each', () => {
    const owners = readFileSync(path.join(root, '.github/CODEOWNERS'), 'utf8');
    const released = new Map(processesOf(readCompose()).map(({ app, version }) => [app, version]));
    for (const app of apps) {
      const [{ images }] = manifests.get(`${app}/kustomization.yaml`);
      expect(images).toEqual([{ name: `hearth/${app}`, newTag: released.get(app) }]);
      expect(owners).toMatch(new RegExp(`^/k8s/${app}/ +@`, 'm'));
      const migration = manifests.get(`${app}/migrate/kustomization.yaml`);
      if (app === 'gateway') expect(migration).toBeUndefined();
      else expect(migration[0].images).toEqual([{ ...images[0], name: 'hearth/service', newName: `hearth/${app}` }]);
    }
  });

  it('refer to secrets and hold none', () => {
    expect(objects.filter(({ kind }) => kind === 'Secret').map(({ file }) => file)).toEqual([]);
    const texts = [...manifests.keys()].filter((file) =>
      /:\/\/[^\s/:]+:[^\s/@]+@/.test(readFileSync(path.join(K8S, file), 'utf8')),
    );
    expect(texts).toEqual([]);
  });

  it('name for an operator each Secret that is mounted, but those that Strimzi and the Ingress bring', () => {
    const mounted = [...manifests.keys()].flatMap((file) => [
      ...readFileSync(path.join(K8S, file), 'utf8').matchAll(/secretName: (hearth-[\w-]+)/g),
    ]);
    const written = objects.filter(({ kind }) => kind === 'ExternalSecret').map(({ metadata }) => metadata.name);
    expect(written.sort()).toEqual([...new Set(mounted.map(([, name]) => name))].sort());
  });

  it('let SSH in at the port that the gateway listens on, with host keys from a secret', () => {
    const of = (kind, name) => objects.find((object) => object.kind === kind && object.metadata.name === name).spec;
    const { containers, volumes } = of('Deployment', 'gateway').template.spec;
    const [{ env, ports, volumeMounts }] = containers;
    const value = (name) => env.find((each) => each.name === name).value;
    const { name: portName, containerPort } = ports.find(({ name }) => name === 'ssh');
    expect(value('HEARTH_SSH')).toBe(`0.0.0.0:${containerPort}`);
    const [{ port, targetPort }] = of('Service', 'gateway-ssh').ports;
    expect([String(port), targetPort]).toEqual([value('HEARTH_SSH_PUBLIC_PORT'), portName]);
    expect(of('NetworkPolicy', 'gateway').ingress).toContainEqual({ ports: [{ port: portName }] });
    const mount = volumeMounts.find(({ name }) => name === 'ssh');
    expect(value('HEARTH_SSH_HOST_KEYS_FILE')).toBe(`${mount.mountPath}/host-keys`);
    expect(volumes.find(({ name }) => name === mount.name).secret.secretName).toBe('hearth-ssh-host-keys');
  });

  it('set variables only that docs/CONFIGURATION.md has', () => {
    const variables = configurationVariables();
    const literals = kustomizations.flatMap(([, [{ configMapGenerator = [] }]]) =>
      configMapGenerator.flatMap(({ literals: own = [], files = [] }) => [...own, ...files.filter(isVariable)]),
    );
    const containers = objects.flatMap(({ spec }) => spec?.template?.spec?.containers ?? []);
    const env = containers.flatMap((container) => container.env ?? []);
    const helpers = env.filter(({ name }) => env.some(({ value }) => value?.includes(`$(${name})`)));
    const names = [...literals.map((literal) => literal.split('=')[0]), ...env.map(({ name }) => name)];
    expect(names.length).toBeGreaterThan(20);
    const unknown = names.filter((name) => !variables.has(name) && !helpers.some((helper) => helper.name === name));
    expect(unknown).toEqual([]);
  });
});
