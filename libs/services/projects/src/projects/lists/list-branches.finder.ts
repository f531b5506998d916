import { VISIBILITIES, type UserReference } from '@hearth/contract-kit';
import { ownNamespaceOf } from '../../namespaces/owners.store.js';
import type { Viewer } from '../projects.store.js';
import type { Parameter, ProjectFilters } from './list-filters.finder.js';

/**
 * Where a list is from, if not from everywhere: SQL of a condition on a row `p` that an index finds few rows by, such as
 * `p.namespace_id = …`.
 */
export type ProjectScope = (parameter: Parameter) => string;

/** Projects in the own namespace of a user. */
export function inNamespaceOf(user: UserReference): ProjectScope {
  return (parameter) => {
    const { sql, value } = ownNamespaceOf(user);
    return `p.namespace_id = (${sql(parameter(value))})`;
  };
}

/** A part of what a viewer sees in a list; the parts have no rows in common. */
export interface Branch {
  /** SQL of a condition on a row `p`. */
  readonly condition: string;
  /** `order`: so many rows that they are read in the order of the list from its index; `set`: few enough to be found first and sorted then. */
  readonly read: 'order' | 'set';
}

const ALL_VISIBILITIES: readonly string[] = VISIBILITIES;

/**
 * As an array, because that is read from its own end: given a set to join, PostgreSQL may walk through everybody's closed projects in the
 * order of the list to find the viewer's few.
 */
const AUTHORISED = 'p.id = any (array(select id from authorised))';
const OWNED = 'p.namespace_id = any (array(select id from mine where level = 50))';

/**
 * The parts of a list that a viewer may see: one for every visibility that is open to the viewer, and one for the closed projects of the
 * viewer. A list that is narrowed to few projects is one part, of which each row is looked at.
 * @param user SQL of the viewer's id
 * @returns nothing where the viewer cannot see a single project, whatever there is
 */
export function branchesFor(
  viewer: Viewer,
  filters: ProjectFilters,
  scope: ProjectScope | undefined,
  { parameter, user }: { parameter: Parameter; user: string },
): Branch[] {
  if (viewer.id === null && (filters.owned || filters.membership)) return [];
  const wanted = filters.visibility ? [filters.visibility] : ALL_VISIBILITIES;
  const open = wanted.filter((visibility) => isOpenTo(viewer, visibility));
  const closed = viewer.id === null ? [] : wanted.filter((visibility) => !open.includes(visibility));
  const ownOfClosed = () => [...among(closed, parameter), AUTHORISED].join(' and ');
  const narrowing = [...narrowingOf(viewer, filters, { parameter, user }), ...(scope ? [scope(parameter)] : [])];
  if (narrowing.length === 0) {
    return [
      ...open.map((visibility): Branch => ({ condition: `p.visibility = ${parameter(visibility)}`, read: 'order' })),
      ...(closed.length > 0 ? [{ condition: ownOfClosed(), read: 'set' } as const] : []),
    ];
  }
  // Whoever owns projects or is a member of them sees them all.
  if (filters.owned || filters.membership) return [narrowed(narrowing, among(wanted, parameter))];
  if (closed.length === 0) return open.length === 0 ? [] : [narrowed(narrowing, among(open, parameter))];
  const isVisible = open.length === 0 ? ownOfClosed() : `(${among(open, parameter).join()} or ${ownOfClosed()})`;
  return [narrowed(narrowing, [isVisible])];
}

function narrowed(narrowing: readonly string[], rest: readonly string[]): Branch {
  return { condition: [...narrowing, ...rest].join(' and '), read: 'set' };
}

/** Conditions by which few projects are found. */
function narrowingOf(
  { id, admin }: Viewer,
  { owned, membership, starred, customAttributes }: ProjectFilters,
  { parameter, user }: { parameter: Parameter; user: string },
): string[] {
  const attributes = admin ? Object.entries(customAttributes) : [];
  return [
    ...(owned ? [OWNED] : []),
    ...(membership && !owned ? [AUTHORISED] : []),
    ...(starred && id !== null
      ? [`p.id = any (array(select star.project_id from project_stars star where star.user_id = ${user}))`]
      : []),
    ...attributes.map(([key, value]) => withAttribute(parameter(key), parameter(value))),
  ];
}

function withAttribute(key: string, value: string): string {
  return `p.id = any (array(select held.project_id from custom_attributes held
    where held.key = ${key} and held.value = ${value} and held.project_id is not null))`;
}

function among(visibilities: readonly string[], parameter: Parameter): string[] {
  if (visibilities.length === ALL_VISIBILITIES.length) return [];
  return [`p.visibility in (${visibilities.map(parameter).join(', ')})`];
}

/** Whether everyone like the viewer sees all projects of a visibility. */
function isOpenTo({ id, admin, external }: Viewer, visibility: string): boolean {
  return admin || visibility === 'public' || (visibility === 'internal' && id !== null && !external);
}
