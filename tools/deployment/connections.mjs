import { readFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import path from 'node:path';
import { root } from '../hearth/paths.mjs';
import { environmentOf, labelsOf, matches, workloadsOf } from './manifests.mjs';

const NAMESPACE = 'kubernetes.io/metadata.name';

/**
 * One end of a connection: a pod by its labels and named ports, in Hearth's namespace unless another one is named, or an address outside.
 * @typedef {{ labels?: Record<string, string>, ports?: Record<string, number>, namespace?: string, address?: string }} End
 * @typedef {{ from: string, to: string, source: End, target: End, port: number, protocol?: string }} Connection
 */

/** The calls between services, by the declarations of the contracts: pairs of a process and a service that answers it. */
export function declaredCalls() {
  const page = readFileSync(path.join(root, 'libs/contracts/MAP.md'), 'utf8');
  const [, calls] = page.split(/^## /m);
  const rows = calls.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => {
    const [, , , owner, callers] = row.split('|').map((cell) => cell.trim());
    return callers.split(', ').map((caller) => [caller, owner]);
  });
}

/**
 * The connections that processes need, by the contracts, the environment of each workload and the servers of an overlay with engines.
 * @param {object[]} objects rendered workloads with their ConfigMaps
 * @param {object[]} engines rendered servers
 * @returns {Connection[]}
 */
export function neededConnections(objects, engines) {
  const workloads = workloadsOf(objects);
  const ends = new Map(workloads.map((workload) => [workload.metadata.name, endOf(workload)]));
  const between = (from, to, port) => ({ from, to, source: ends.get(from), target: ends.get(to), port });
  const services = [...ends.keys()].filter((name) => !/^(gateway$|logins$|storages$|migrate-)/.test(name));
  // The gateway sends requests on, and asks for the routes.
  const proxied = ends.has('gateway')
    ? services.flatMap((name) => [between('gateway', name, 8080), between('gateway', name, 9090)])
    : [];
  const called = declaredCalls().filter(([caller, owner]) => caller !== owner && ends.has(caller) && ends.has(owner));
  return [
    ...proxied,
    ...called.map(([caller, owner]) => between(caller, owner, 9090)),
    ...workloads.flatMap((workload) => outwards(workload, environmentOf(workload, objects), engines)),
  ];
}

function outwards(workload, environment, engines) {
  const from = workload.metadata.name;
  const to = (name, target, port, protocol) => ({ from, to: name, source: endOf(workload), target, port, protocol });
  const { DATABASE_URL, KAFKA_BROKERS, HEARTH_OBJECTS } = environment;
  const servers = [...(DATABASE_URL ? [new URL(DATABASE_URL).host] : []), ...(KAFKA_BROKERS?.split(',') ?? [])];
  return [
    ...['UDP', 'TCP'].map((protocol) => to('DNS', { namespace: 'kube-system' }, 53, protocol)),
    ...servers.map((server) => {
      const [host, port] = server.split(':');
      return to(host, engineAt(host, engines), Number(port));
    }),
    ...(HEARTH_OBJECTS?.startsWith('s3:') ? [to('the bucket', { address: '203.0.113.1' }, 443)] : []),
    ...(from === 'projects' ? [80, 443].map((port) => to('a webhook', { address: '203.0.113.1' }, port)) : []),
    ...(from === 'repository' ? [80, 443, 9418].map((port) => to('an import', { address: '203.0.113.1' }, port)) : []),
    ...(from === 'identity' ? [25, 465, 587].map((port) => to('mail', { address: '10.1.2.3' }, port)) : []),
    ...(from === 'identity' ? [601, 6514].map((port) => to('syslog', { address: '10.1.2.3' }, port)) : []),
    ...(from === 'gateway' ? [to('Redis', { labels: { 'app.kubernetes.io/name': 'redis' } }, 6379)] : []),
  ];
}

function endOf(workload) {
  const [{ ports = [] }] = workload.spec.template.spec.containers;
  return {
    labels: labelsOf(workload),
    ports: Object.fromEntries(ports.map((port) => [port.name, port.containerPort])),
  };
}

/** The pods behind a host name of the operators. @throws for another one */
function engineAt(host, engines) {
  for (const { kind, metadata } of engines) {
    if (kind === 'Cluster' && host === `${metadata.name}-rw`) return { labels: { 'cnpg.io/cluster': metadata.name } };
    if (kind === 'Kafka' && host === `${metadata.name}-kafka-bootstrap`)
      return { labels: { 'strimzi.io/cluster': metadata.name } };
  }
  throw new Error(`no server is called ${host}`);
}

/** Whether the policies let a connection out of its source and into its target. @param {Connection} connection */
export function isOpen(policies, { source, target, port, protocol = 'TCP' }) {
  const leaves = isLet(policies, 'Egress', source, ({ to, ports }) => isPeer(to, target) && hasPort(ports, target));
  const enters = isLet(
    policies,
    'Ingress',
    target,
    ({ from, ports }) => isPeer(from, source) && hasPort(ports, target),
  );
  return leaves && enters;

  function hasPort(ports, end) {
    if (!ports) return true;
    const numberOf = (name) => (typeof name === 'string' ? end.ports?.[name] : name);
    return ports.some((each) => {
      const first = numberOf(each.port);
      return (each.protocol ?? 'TCP') === protocol && first <= port && port <= (each.endPort ?? first);
    });
  }
}

/** A pod that no policy of a direction selects is open in that direction. */
function isLet(policies, direction, end, isRuleFor) {
  if (!end.labels || end.namespace) return true;
  const selecting = policies.filter(
    ({ spec }) => spec.policyTypes.includes(direction) && matches(spec.podSelector, end.labels),
  );
  const rules = selecting.flatMap(({ spec }) => spec[direction.toLowerCase()] ?? []);
  return selecting.length === 0 || rules.some(isRuleFor);
}

function isPeer(peers, end) {
  if (!peers) return true;
  return peers.some(({ podSelector, namespaceSelector, ipBlock }) => {
    if (ipBlock) return end.address !== undefined && isWithin(ipBlock, end.address);
    if (end.address !== undefined) return false;
    const isThere = namespaceSelector
      ? end.namespace !== undefined && matches(namespaceSelector, { [NAMESPACE]: end.namespace })
      : end.namespace === undefined;
    return isThere && (!podSelector || matches(podSelector, end.labels ?? {}));
  });
}

function isWithin({ cidr, except = [] }, address) {
  const isIn = (blocks) => {
    const list = new BlockList();
    for (const block of blocks) {
      const [network, bits] = block.split('/');
      list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
    }
    return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
  // A list of IPv6 also finds IPv4 addresses, as mapped ones.
  return isIPv6(cidr.split('/')[0]) === isIPv6(address) && isIn([cidr]) && !isIn(except);
}
