import path from 'node:path';
import { runProgram } from '../hearth/run-program.mjs';
import { root } from '../hearth/paths.mjs';
import { environmentOf, objectsIn } from './manifests.mjs';
import { KUBERNETES } from './versions.mjs';

export const CHART = path.join(root, 'charts/hearth');

/**
 * Renders the chart with the helm of a folder.
 * @param {string} tools the folder
 * @param {string[]} values files below the chart, without `.yaml`, and `name=value` for others
 * @returns {Promise<object[]>} the objects @throws an Error with what helm says
 */
export async function renderChart(tools, ...values) {
  const args = ['template', 'hearth', CHART, '--namespace', 'hearth', '--kube-version', KUBERNETES];
  const own = values.flatMap((value) =>
    value.includes('=') ? ['--set', value] : ['--values', path.join(CHART, `${value}.yaml`)],
  );
  const { status, stdout, output } = await runProgram(path.join(tools, 'helm'), [...args, ...own]);
  if (status !== 0) throw new Error(output);
  return objectsIn(stdout).filter(Boolean);
}

/** Values with those of a file over them, as helm merges: objects by field, `null` removes. */
export function withValues(values, own) {
  const merged = Object.entries(own).map(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isObject ? withValues(values?.[name] ?? {}, value) : value];
  });
  return Object.fromEntries(
    Object.entries({ ...values, ...Object.fromEntries(merged) }).filter(([, value]) => value !== null),
  );
}

/**
 * Objects in a form that two ways of writing them share: environments resolved, lists sorted, defaults filled in.
 * @returns {Record<string, object>} by kind and name; without the Namespace and the ConfigMaps of settings
 */
export function meaningOf(objects) {
  const named = objects
    .filter(
      ({ kind, metadata }) =>
        kind !== 'Namespace' && !(kind === 'ConfigMap' && /^hearth-?(?!dashboard)/.test(metadata.name)),
    )
    .map((object) => [`${object.kind} ${object.metadata.name}`, object]);
  return Object.fromEntries(named.map(([name, object]) => [name, plain(withDefaults(object, objects))]));
}

function withDefaults(object, objects) {
  const { annotations = {}, ...metadata } = object.metadata;
  const kept = Object.entries(annotations).filter(([name]) => !name.startsWith('helm.sh/'));
  const result = {
    ...structuredClone(object),
    metadata: { namespace: 'hearth', ...metadata, annotations: Object.fromEntries(kept) },
  };
  const pod = result.spec?.template?.spec;
  if (!pod) return result;
  if (result.kind !== 'Job') result.spec.replicas ??= 1;
  const [container] = pod.containers;
  delete container.envFrom;
  container.env = readable(environmentOf(object, objects));
  container.imagePullPolicy ??= 'IfNotPresent';
  return result;
}

/** Variables with JSON as values of it. */
function readable(environment) {
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.map(([name, value]) => [name, value.startsWith('{') ? JSON.parse(value) : value]));
}

/** Sorts lists of objects by their text: no list of a manifest here has a meaning by its order. */
function plain(value) {
  if (Array.isArray(value)) {
    const items = value.map(plain);
    return items.every((item) => typeof item === 'object') ? items.sort(byText) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, inner]) => [key, plain(inner)]),
  );
}

function byText(one, other) {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
