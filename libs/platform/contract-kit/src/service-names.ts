/**
 * All services. Contracts, topics, database schemas and addresses are checked against this list, so it has no dependencies; nothing in the
 * platform treats one service differently from another.
 */
export const SERVICE_NAMES = ['identity', 'projects', 'repository', 'merge-requests', 'ci'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Origin of a call: a service, the gateway, or the operator's command line. */
export type CallerName = 'gateway' | 'operator' | ServiceName;
