/** The storages of a new Hearth; each belongs to one repository process. */
export const STORAGES = storagesNamed(2);

/**
 * A service process: which app it runs, with whose key it signs, which storages it owns. An `edge` one takes the requests of
 * users; the `front` one of them does so at the public address.
 * @typedef {{ name: string, app: string, edge?: boolean, front?: boolean, storages?: string[] }} ServiceDefinition
 */

/** @type {Record<'single' | 'split', (storages: readonly string[]) => ServiceDefinition[]>} */
const SERVICES = {
  single: (storages) => [{ name: 'all-in-one', app: 'all-in-one', edge: true, front: true, storages }],
  split: (storages) => [
    { name: 'gateway', app: 'gateway', edge: true, front: true },
    { name: 'identity', app: 'identity' },
    { name: 'projects', app: 'projects' },
    ...storages.map((storage, index) => ({ name: `repository-${index + 1}`, app: 'repository', storages: [storage] })),
    { name: 'merge-requests', app: 'merge-requests' },
    { name: 'ci', app: 'ci' },
  ],
};

/** The names of so many storages. */
export function storagesNamed(count) {
  return Array.from({ length: count }, (_, index) => `storage-${index + 1}`);
}

/**
 * The service processes of a mode: one process, or one for each service and one repository for each storage.
 * @param {'single' | 'split'} mode
 * @param {number} [replicas] how many of each there are in the split mode; but a storage has one owner
 * @param {readonly string[]} [storages] by default those of a new Hearth
 */
export function servicesOf(mode, replicas = 1, storages = STORAGES) {
  return SERVICES[mode](storages).flatMap((service) => [
    service,
    ...(service.storages ? [] : further(service, replicas)),
  ]);
}

function further({ front: _front, ...service }, replicas) {
  return Array.from({ length: replicas - 1 }, (_, index) => ({ ...service, name: `${service.name}-${index + 2}` }));
}

/** Returns whether a process answers the calls of a service; of several, the first one. */
export function answersFor(service) {
  return ({ name }) => name === service || name === 'all-in-one';
}

/** The names that ports are remembered under. */
export const portName = {
  routed: ({ name }) => `${name}.routed`,
  internal: ({ name }) => `${name}.internal`,
  ssh: ({ name }) => `${name}.ssh`,
};

/** The ports that a set of services needs besides the public one. */
export function portNamesOf(services) {
  return services.flatMap((service) => [
    ...(service.front ? [] : [portName.routed(service)]),
    ...(service.edge && !service.front ? [portName.ssh(service)] : []),
    portName.internal(service),
  ]);
}

/** HEARTH_SERVICES: where the others are, a list where there are several, repositories by the storage they own. */
export function addressesOf(services, ports, scheme = 'http') {
  const address = (service) => ({
    routed: `${scheme}://127.0.0.1:${ports[portName.routed(service)]}`,
    internal: `${scheme}://127.0.0.1:${ports[portName.internal(service)]}`,
  });
  const inner = services.filter(({ edge }) => !edge);
  const byApp = Map.groupBy(
    inner.filter(({ storages }) => !storages),
    ({ app }) => app,
  );
  const plain = [...byApp].map(([app, replicas]) => {
    return [app, replicas.length === 1 ? address(replicas[0]) : replicas.map(address)];
  });
  const owners = inner.flatMap((service) => (service.storages ?? []).map((storage) => [storage, address(service)]));
  return { ...Object.fromEntries(plain), repository: Object.fromEntries(owners) };
}
