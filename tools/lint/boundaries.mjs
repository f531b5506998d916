/**
 * Allowed imports, by the tags in each project's package.json. Two dimensions: `type` is the kind of a project, `scope` the
 * service it belongs to. Both must allow an import. docs/STYLE.md says why.
 */

const HTTP_CLIENTS = [
  'undici',
  'undici/*',
  'axios',
  'axios/*',
  'got',
  'node-fetch',
  'ky',
  'superagent',
  'superagent/*',
  'needle',
  'request',
  '@nestjs/axios',
  'light-my-request',
];
const KAFKA_CLIENTS = ['kafkajs', 'kafkajs/*', '@confluentinc/*', 'node-rdkafka'];
/** Services use `@On` and `@Answers`, and promises. */
const TRANSPORTS = ['@nestjs/microservices', '@nestjs/microservices/*', 'rxjs', 'rxjs/*'];
const TYPEORM = ['typeorm', 'typeorm/*', '@nestjs/typeorm'];

export const SERVICES = ['identity', 'projects', 'repository', 'merge-requests', 'ci'];

/** Dependencies allowed to the projects of a type, and packages that they may not import. */
const TYPES = [
  { type: 'app', dependsOn: ['service', 'edge', 'platform', 'contract'], bans: TYPEORM },
  {
    type: 'service',
    dependsOn: ['contract', 'resource-kit', 'platform', 'kit'],
    bans: [...KAFKA_CLIENTS, ...HTTP_CLIENTS, ...TRANSPORTS],
  },
  { type: 'edge', dependsOn: ['contract', 'resource-kit', 'platform', 'kit'], bans: [...TYPEORM, ...KAFKA_CLIENTS] },
  {
    type: 'resource-kit',
    dependsOn: ['contract', 'resource-kit', 'platform', 'kit'],
    bans: [...KAFKA_CLIENTS, ...HTTP_CLIENTS],
  },
  { type: 'contract', dependsOn: ['contract', 'kit'], bans: ['@nestjs/*', ...TYPEORM] },
  { type: 'platform', dependsOn: ['platform', 'kit'], bans: [] },
  { type: 'kit', dependsOn: [], allows: ['zod', 'zod/*'] },
  { type: 'testing', dependsOn: ['platform', 'contract', 'kit'], bans: [] },
  // Black box: the suite and the benchmarks know Hearth from outside, never a service's inside.
  { type: 'e2e', dependsOn: ['testing'], bans: [...TYPEORM] },
  { type: 'bench', dependsOn: ['testing', 'platform', 'contract', 'kit'], bans: [...TYPEORM] },
  { type: 'tools', dependsOn: [], bans: [] },
];

/** Scopes that a scope sees beside itself. Only `all` (apps/all-in-one) sees several services. */
const SCOPES = [
  { scope: 'all', sees: ['*'] },
  ...SERVICES.map((service) => ({ scope: service, sees: ['contracts', 'platform', 'kits'] })),
  { scope: 'gateway', sees: ['edge', 'contracts', 'platform'] },
  { scope: 'edge', sees: ['contracts', 'platform', 'kits'] },
  { scope: 'contracts', sees: ['platform'] },
  { scope: 'kits', sees: ['contracts', 'platform'] },
  { scope: 'platform', sees: [] },
  { scope: 'testing', sees: ['contracts', 'platform'] },
  { scope: 'e2e', sees: ['testing'] },
  { scope: 'bench', sees: ['testing', 'contracts', 'platform'] },
  { scope: 'tools', sees: [] },
];

/** Types whose specs boot things with libs/testing; the libs below it cannot without a cycle. */
const TESTED_WITH_TESTING = ['app', 'service', 'edge', 'resource-kit'];

function typeConstraint({ type, dependsOn, bans, allows }, extra) {
  return {
    sourceTag: `type:${type}`,
    onlyDependOnLibsWithTags: [...dependsOn, ...extra].map((name) => `type:${name}`),
    ...(allows ? { allowedExternalImports: allows } : { bannedExternalImports: bans }),
  };
}

function scopeConstraint({ scope, sees }, extra) {
  const tags = sees.includes('*') ? ['*'] : [scope, ...sees, ...extra].map((name) => `scope:${name}`);
  return { sourceTag: `scope:${scope}`, onlyDependOnLibsWithTags: tags };
}

/** The constraints for sources. */
export const sourceConstraints = [
  ...TYPES.map((entry) => typeConstraint(entry, [])),
  ...SCOPES.map((entry) => scopeConstraint(entry, [])),
];

/** The constraints for specs: the same, and libs/testing where it can be had. */
export const specConstraints = [
  ...TYPES.map((entry) => typeConstraint(entry, TESTED_WITH_TESTING.includes(entry.type) ? ['testing'] : [])),
  ...SCOPES.map((entry) => scopeConstraint(entry, entry.scope === 'platform' ? [] : ['testing'])),
];

export const TYPE_TAGS = TYPES.map(({ type }) => `type:${type}`);
export const SCOPE_TAGS = SCOPES.map(({ scope }) => `scope:${scope}`);
