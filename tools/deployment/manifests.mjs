import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../hearth/paths.mjs';
import { runProgram } from '../hearth/run-program.mjs';

export const K8S = path.join(root, 'k8s');
const WORKLOADS = ['Deployment', 'StatefulSet', 'Job'];

/** The objects of a text with YAML documents. @throws for text that is no YAML */
export function objectsIn(text) {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
}

/** Every YAML file below k8s/ with its objects, by path there. */
export function readManifests() {
  const files = readdirSync(K8S, { recursive: true }).filter((file) => file.endsWith('.yaml'));
  return new Map(files.sort().map((file) => [file, objectsIn(readFileSync(path.join(K8S, file), 'utf8'))]));
}

/** The files and folders that a kustomization takes in, by path below k8s/. */
export function takenInBy(file, { resources = [], components = [], patches = [], configMapGenerator = [] }) {
  const ofMaps = configMapGenerator.flatMap(({ files = [] }) => files.map((entry) => entry.split('=').at(-1)));
  const ofPatches = patches.flatMap((patch) => patch.path ?? []);
  return [...resources, ...components, ...ofPatches, ...ofMaps].map((entry) => {
    const place = path.join(path.dirname(file), entry);
    return existsSync(path.join(K8S, place, 'kustomization.yaml')) ? path.join(place, 'kustomization.yaml') : place;
  });
}

/** Texts of overlays that this process has rendered. */
const rendered = new Map();

/** Renders an overlay with the kustomize of a folder, once in a process. @throws an Error with its output */
export function renderOverlay(tools, overlay) {
  if (!rendered.has(overlay)) rendered.set(overlay, render(tools, overlay));
  return rendered.get(overlay);
}

async function render(tools, overlay) {
  const args = ['build', path.join(K8S, 'overlays', overlay)];
  const { status, stdout, output } = await runProgram(path.join(tools, 'kustomize'), args);
  if (status !== 0) throw new Error(output);
  return stdout;
}

/** Deployments, StatefulSets and Jobs among rendered objects. */
export function workloadsOf(objects) {
  return objects.filter(({ kind }) => WORKLOADS.includes(kind));
}

/** The environment of a workload's process. @throws when it takes in a ConfigMap that is not among the objects */
export function environmentOf(workload, objects) {
  const [{ env = [], envFrom = [] }] = workload.spec.template.spec.containers;
  const mapNamed = (name) => {
    const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (!map) throw new Error(`${workload.metadata.name} takes in ${name}, which is not there`);
    return map.data;
  };
  const ofMaps = envFrom.map(({ configMapRef }) => mapNamed(configMapRef.name));
  const own = env.map(({ name, value, valueFrom }) => {
    const reference = valueFrom?.configMapKeyRef;
    return [name, reference ? mapNamed(reference.name)[reference.key] : (value ?? '(from the pod)')];
  });
  return withoutHelpers(Object.assign({}, ...ofMaps, Object.fromEntries(own)));
}

/** Without variables that only stand in for a part of others, as `$(POD_INDEX)`. */
function withoutHelpers(environment) {
  const values = Object.values(environment).join('\n');
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !values.includes(`$(${name})`)));
}

/** The pods that a workload makes, as far as selectors see them. */
export function labelsOf(workload) {
  return workload.spec.template.metadata.labels;
}

/** Whether labels are what a selector wants. @throws for an operator other than `In` */
export function matches({ matchLabels = {}, matchExpressions = [] }, labels) {
  const isIn = ({ key, operator, values }) => {
    if (operator !== 'In') throw new Error(`the operator ${operator} is not supported`);
    return values.includes(labels[key]);
  };
  return Object.entries(matchLabels).every(([name, value]) => labels[name] === value) && matchExpressions.every(isIn);
}
