import { readFileSync } from 'node:fs';
import path from 'node:path';
import { collectDefaultMetrics, register } from 'prom-client';
import { parse } from 'yaml';
import { parseCommandLine } from '../hearth/command-line.mjs';
import { root } from '../hearth/paths.mjs';
import { ruleGroups } from './rules.mjs';

/** Labels that Prometheus itself sets, and that of a histogram's bounds. */
const OTHER_LABELS = ['job', 'instance', 'namespace', 'pod', 'le'];

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const rules = ruleGroups().flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert);
const records = rules.flatMap(({ record }) => record ?? []);
const dashboard = JSON.parse(read('k8s/monitoring/dashboard.json'));
const panels = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr]));
const expressions = [...rules.map(({ alert, record, expr }) => [alert ?? record, expr]), ...panels];
const runbooks = read('docs/runbooks.md');

/** The labels of every metric that a process of Hearth exports, by name. */
async function exportedMetrics() {
  await import(path.join(root, 'apps/all-in-one/dist/app.module.js'));
  await import(path.join(root, 'libs/platform/service/dist/index.js'));
  collectDefaultMetrics();
  const metrics = await register.getMetricsAsArray();
  const names = ({ name, type }) =>
    type === 'histogram' ? ['bucket', 'count', 'sum'].map((end) => `${name}_${end}`) : [name];
  return new Map(metrics.flatMap((metric) => names(metric).map((name) => [name, metric.labelNames ?? []])));
}

/** The labels that an expression selects by, each with its metric. */
function selectorsIn(expression) {
  return expression.split('}').flatMap((part) => {
    const [before, selector] = part.split('{');
    const name = before.split(/\W/).at(-1);
    return selector ? selector.split(',').map((each) => [name, each.split(/[=!]/)[0]]) : [];
  });
}

describe('the rules and the dashboard', () => {
  let metrics;

  beforeAll(async () => {
    metrics = await exportedMetrics();
  });

  it.each(expressions)('name metrics that processes export: %s', (_title, expression) => {
    const used = expression.match(/\b(?:(?:job|pod):)?(?:hearth|process|nodejs)_[\w:]+|\bup\b/g);
    expect(used.filter((name) => name !== 'up' && !metrics.has(name) && !records.includes(name))).toEqual([]);
  });

  it.each(expressions)('select labels that their metrics have: %s', (_title, expression) => {
    const unknown = selectorsIn(expression).filter(
      ([name, label]) => !OTHER_LABELS.includes(label) && !(metrics.get(name) ?? OTHER_LABELS).includes(label),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the metrics of autoscalers', () => {
  const { custom } = parse(read('charts/prometheus-adapter.yaml')).rules;

  it('are those that the rules for prometheus-adapter serve', () => {
    const patches = parse(read('k8s/components/scale-by-metrics/kustomization.yaml')).patches;
    const asked = patches.flatMap(({ patch }) => parse(patch).flatMap(({ value }) => value.pods?.metric.name ?? []));
    expect(custom.map(({ name }) => name.as).sort()).toEqual(asked.sort());
  });

  it('come from rules that are there', () => {
    expect(custom.map(({ seriesQuery }) => seriesQuery).filter((name) => !records.includes(name))).toEqual([]);
  });
});

describe('each alert', () => {
  it.each(alerts)(
    '$alert has a severity, a summary and a section of the runbooks',
    ({ alert, labels, annotations }) => {
      expect(labels.severity).toMatch(/^(page|ticket)$/);
      expect(annotations.summary.length).toBeGreaterThan(10);
      expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
      expect(runbooks).toMatch(new RegExp(`^## ${alert}$`, 'm'));
    },
  );

  it('is tried with its fault', () => {
    const tried = new Set(read('tools/monitoring/alerts.test.yaml').match(/Hearth[A-Z]\w+/g));
    expect(alerts.map(({ alert }) => alert).filter((alert) => !tried.has(alert))).toEqual([]);
  });
});

describe('the runbooks', () => {
  it('have sections of alerts only', () => {
    const sections = Array.from(runbooks.matchAll(/^## (Hearth\w+)$/gm), ([, name]) => name);
    expect(sections.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  });

  it('name commands that ./hearth has', () => {
    const lines = runbooks.split('\n').filter((line) => line.startsWith('./hearth '));
    const commands = lines.map((line) =>
      line
        .slice('./hearth '.length)
        .split(/ [#|>]/)[0]
        .trim(),
    );
    expect(commands.length).toBeGreaterThan(20);
    for (const words of commands)
      expect(() => parseCommandLine(words.split(' '))).not.toThrow(/there is no command|does not take|needs|Unknown/);
  });
});

describe('the component of k8s/monitoring', () => {
  it('gives the dashboard to Grafana', () => {
    const [{ files, options }] = parse(read('k8s/monitoring/kustomization.yaml')).configMapGenerator;
    expect([files, options.labels.grafana_dashboard]).toEqual([['dashboard.json'], '1']);
  });
});
