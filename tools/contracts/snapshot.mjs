import { z } from 'zod';

/**
 * Everything that travels between processes and therefore between versions, as plain data.
 * @param {{ contracts: object[], shapes: Record<string, z.ZodType>, jobs: Record<string, object[]>, retired: { name: string, reason: string }[] }}
 *   declared what the libs declare: contracts, what travels signed, each service's jobs, and what was retired
 * @returns {Snapshot}
 * @throws when a schema cannot be told in JSON, or a name is declared twice
 *
 * @typedef {{
 *   calls: Record<string, { kind: string, owner: string, callers: string[], idempotent: boolean, routeBy: string | null,
 *     refuses: Record<string, number>, input: object, output: object }>,
 *   events: Record<string, { owner: string, key: string, data: object }>,
 *   jobs: Record<string, { perStorage: boolean, data: object }>,
 *   shapes: Record<string, object>,
 *   retired: Record<string, string>,
 * }} Snapshot
 */
export function snapshotOf({ contracts, shapes, jobs, retired }) {
  const named = contracts.map((contract) => [contract.name, contract]);
  return {
    calls: byName(named.flatMap(([name, contract]) => (contract.kind === 'event' ? [] : [[name, callOf(contract)]]))),
    events: byName(named.flatMap(([name, contract]) => (contract.kind === 'event' ? [[name, eventOf(contract)]] : []))),
    jobs: byName(
      Object.entries(jobs).flatMap(([service, definitions]) =>
        definitions.map((job) => [`${service}/${job.name}`, jobOf(`${service}/${job.name}`, job)]),
      ),
    ),
    shapes: byName(Object.entries(shapes).map(([name, schema]) => [name, schemaOf(name, schema)])),
    retired: byName(retired.map(({ name, reason }) => [name, reasonOf(name, reason)])),
  };
}

function callOf({ name, kind, owner, callers, idempotent, routeBy, refuses, input, output }) {
  return {
    kind,
    owner,
    callers: [...callers].sort(),
    idempotent: kind === 'query' || idempotent === true,
    routeBy: routeBy ?? null,
    refuses: byName(refuses.map(({ code, status }) => [code, status])),
    input: schemaOf(`${name} input`, input),
    output: schemaOf(`${name} output`, output),
  };
}

function eventOf({ name, owner, key, data }) {
  return { owner, key: keyOf(key), data: schemaOf(`${name} data`, data) };
}

function jobOf(name, { perStorage, data }) {
  return { perStorage, data: schemaOf(`${name} data`, data) };
}

/** A key in the form `{projectId}`: which fields it is made of. */
function keyOf(key) {
  return String(key(new Proxy({}, { get: (_target, field) => `{${String(field)}}` })));
}

/** Schema of accepted values on the wire, before defaults and conversions. */
function schemaOf(place, schema) {
  try {
    const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io: 'input' });
    return json;
  } catch (error) {
    throw new Error(`${place}: ${error.message}`, { cause: error });
  }
}

function reasonOf(name, reason) {
  if (typeof reason !== 'string' || reason.trim() === '') throw new Error(`${name} is retired without a reason`);
  return reason;
}

function byName(entries) {
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const twice = sorted.find(([name], index) => name === sorted[index + 1]?.[0]);
  if (twice) throw new Error(`${twice[0]} is declared twice`);
  return Object.fromEntries(sorted);
}
