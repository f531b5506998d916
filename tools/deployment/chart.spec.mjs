import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { root } from '../hearth/paths.mjs';
import { CHART, withValues } from './chart.mjs';
import { configurationVariables } from './configuration.mjs';
import { readManifests } from './manifests.mjs';

const read = (file) => readFileSync(path.join(CHART, file), 'utf8');
const values = parse(read('values.yaml'));
const accepts = new Ajv({ strict: false }).compile(JSON.parse(read('values.schema.json')));
const templates = readdirSync(path.join(CHART, 'templates')).map((file) => read(`templates/${file}`));

describe('the Helm chart in charts/hearth', () => {
  it('has the version of this release', () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  it.each(['values.yaml', 'values-small.yaml', 'values-openshift.yaml'])('describes %s by its schema', (file) => {
    accepts(withValues(values, parse(read(file))));
    expect(accepts.errors).toBeNull();
  });

  it.each([
    ['a misspelt value', { image: { prefx: 'x/' } }, 'must NOT have additional properties'],
    ['a misspelt service', { services: { project: { tag: '1' } } }, 'must NOT have additional properties'],
    ['a time that is not in seconds', { settings: { HEARTH_GRACE: '1m' } }, 'must match pattern'],
  ])('refuses %s', (_case, own, message) => {
    expect(accepts(withValues(values, own))).toBe(false);
    expect(accepts.errors[0].message).toMatch(message);
  });

  it('uses every value that it has, and no others', () => {
    const text = templates.join('\n');
    const used = new Set([...text.matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name));
    expect([...used].sort()).toEqual(Object.keys(values).sort());
  });

  it('sets variables only that docs/CONFIGURATION.md has', () => {
    const environment = read('templates/_environment.tpl');
    const names = [...environment.matchAll(/\b((?:HEARTH|KAFKA|DATABASE)_[A-Z_]+)\b/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !configurationVariables().has(name))).toEqual([]);
  });

  it('lets each service call those that its policy in k8s/ does', () => {
    const [, table] = /define "hearth\.calls" -}}\n([\s\S]*?)\n{{- end/.exec(read('templates/_network.tpl'));
    const inManifests = Object.keys(values.services).map((name) => {
      const [policy] = readManifests().get(`${name}/network-policy.yaml`);
      const called = policy.spec.egress.find(({ ports }) => ports[0].port === 9090);
      return [name, called.to[0].podSelector.matchExpressions[0].values];
    });
    expect(parse(table)).toEqual(Object.fromEntries(inManifests));
  });
});
