import type { ApiClient } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';

/** Callers, in the order of a row's marks: anonymous, a user, an external user, then members by their level, and an admin. */
export const CALLERS = [
  'anonymous',
  'user',
  'external',
  'guest',
  'reporter',
  'developer',
  'master',
  'owner',
  'admin',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** A caller's request; `json` is a body. */
export type Sent = readonly [method: string, path: string, json?: object];

const MARKS: Readonly<Record<number, string>> = { 400: 'b', 401: 'u', 403: 'f', 404: 'n' };
/** Statuses of authorised requests: 409 means that the write was done before. */
const SERVED = [200, 201, 202, 204, 304, 409];

export interface Callers {
  readonly people: ReadonlyMap<string, Person>;
  readonly clients: ReadonlyMap<CallerName, ApiClient>;
}

/** Makes new users for all callers that are no members yet. */
export async function newCallers(): Promise<Callers> {
  const people = new Map<string, Person>();
  for (const name of CALLERS.slice(1, -1)) people.set(name, await newPerson(name));
  (await hearth.root.put(`/users/${people.get('external')!.id}`, { external: true })).expect(200);
  const clientOf = (name: CallerName) => (name === 'admin' ? hearth.root : (people.get(name)?.api ?? hearth.anonymous));
  return { people, clients: new Map(CALLERS.map((name) => [name, clientOf(name)])) };
}

/** ✓ served, b 400, u 401, f 403, n 404, the status of anything else. */
export async function markOf(client: Pick<ApiClient, 'request'>, [method, path, json]: Sent): Promise<string> {
  const { status } = await client.request(method, path, json && { json });
  return SERVED.includes(status) ? '✓' : (MARKS[status] ?? String(status));
}

/** Formats marks as a row of a table: non-members, members, the admin. */
export function rowOf(marks: readonly string[]): string {
  return [marks.slice(0, 3), marks.slice(3, 8), marks.slice(8)].map((part) => part.join('')).join(' ');
}
