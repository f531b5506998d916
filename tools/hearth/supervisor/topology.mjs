/** The storages of one Hearth; each belongs to one repository process. */
export const STORAGES = ['storage-1', 'storage-2'];

/**
 * A service process: which app it runs, with whose key it signs, which storages it owns. A `front` one serves the public
 * address.
 * @typedef {{ name: string, app: string, front?: boolean, storages?: string[] }} ServiceDefinition
 */

/** @type {Record<'single' | 'split', ServiceDefinition[]>} */
const SERVICES = {
  single: [{ name: 'all-in-one', app: 'all-in-one', front: true, storages: STORAGES }],
  split: [
    { name: 'gateway', app: 'gateway', front: true },
    { name: 'identity', app: 'identity' },
    { name: 'projects', app: 'projects' },
    { name: 'repository-1', app: 'repository', storages: ['storage-1'] },
    { name: 'repository-2', app: 'repository', storages: ['storage-2'] },
    { name: 'merge-requests', app: 'merge-requests' },
    { name: 'ci', app: 'ci' },
  ],
};

/** The service processes of a mode: one process, or one for each service and two repositories. */
export function servicesOf(mode) {
  return SERVICES[mode];
}

/** The internal process that answers identity's calls. */
export function answersForIdentity({ name }) {
  return name === 'identity' || name === 'all-in-one';
}

/** The names that ports are remembered under. */
export const portName = {
  routed: ({ name }) => `${name}.routed`,
  internal: ({ name }) => `${name}.internal`,
};

/** The ports that a set of services needs besides the public one. */
export function portNamesOf(services) {
  return services.flatMap((service) => [
    ...(service.front ? [] : [portName.routed(service)]),
    portName.internal(service),
  ]);
}

/** HEARTH_SERVICES: where the others are, repositories by the storage they own. */
export function addressesOf(services, ports) {
  const address = (service) => ({
    routed: `http://127.0.0.1:${ports[portName.routed(service)]}`,
    internal: `http://127.0.0.1:${ports[portName.internal(service)]}`,
  });
  const inner = services.filter(({ front }) => !front);
  const plain = inner.filter(({ storages }) => !storages).map((service) => [service.app, address(service)]);
  const owners = inner.flatMap((service) => (service.storages ?? []).map((storage) => [storage, address(service)]));
  return { ...Object.fromEntries(plain), repository: Object.fromEntries(owners) };
}
