import type { ApiClient } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import type { Visibility } from '../system/projects.js';

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

/** Makes a group of the owner, with a member of each lower level. @returns its id */
export async function newGroup(people: ReadonlyMap<string, Person>, visibility: Visibility): Promise<number> {
  const { api } = people.get('owner')!;
  const path = uniqueName('matrix');
  const { id } = (await api.post('/groups', { name: path, path, visibility })).expect(201).json<{ id: number }>();
  for (const [index, member] of ['guest', 'reporter', 'developer', 'master'].entries()) {
    const membership = { user_id: people.get(member)!.id, access_level: (index + 1) * 10 };
    (await api.post(`/groups/${id}/members`, membership)).expect(201);
  }
  return id;
}

/** Sends a request as each caller, one after the other. @returns their marks as a row */
export async function marksOf({ clients }: Pick<Callers, 'clients'>, sent: Sent): Promise<string> {
  const marks: string[] = [];
  for (const caller of CALLERS) marks.push(await markOf(clients.get(caller)!, sent));
  return rowOf(marks);
}

/** Row in which authorised callers are answered that the record is missing (n), or that the request is not possible (b). */
export function answered<Row extends Readonly<Record<string, string>>>(row: Row, mark: 'n' | 'b'): Row {
  return Object.fromEntries(Object.entries(row).map(([name, marks]) => [name, marks.replaceAll('✓', mark)])) as Row;
}

/** Formats marks as a row of a table: non-members, members, the admin. */
export function rowOf(marks: readonly string[]): string {
  return [marks.slice(0, 3), marks.slice(3, 8), marks.slice(8)].map((part) => part.join('')).join(' ');
}
