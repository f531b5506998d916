import { VISIBILITIES, type UserReference, type Visibility } from '@hearth/contract-kit';
import { hasAttributes } from '../../custom-attributes/custom-attributes.store.js';
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

/** What a viewer sees of a list, in parts that have no rows in common: SQL of conditions on a row `p`. */
export interface Branches {
  /** So many rows that they are read in the order of the list, from its index: one visibility each. */
  readonly open: readonly string[];
  /** What is closed to others, one visibility each: where few rows of it lie ahead of the open ones, each is looked at. */
  readonly closed: readonly string[];
  /** Few enough rows to be found first and sorted then. Where something is closed, these are the viewer's part of that. */
  readonly sets: readonly string[];
}

const OWNED = 'p.namespace_id = any (array(select id from mine where level = 50))';

/**
 * Where the user has a level, without common rows. As arrays, because those are read from their own end: given a set to join, PostgreSQL
 * may walk through everybody's projects in the order of the list to find the viewer's few.
 */
const AUTHORISED = [
  'p.namespace_id = any (array(select id from mine))',
  'p.id = any (array(select id from reached)) and p.namespace_id not in (select id from mine)',
];

/** The same of rows that are found otherwise: without a look at the projects in all namespaces that are the viewer's. */
const IS_AUTHORISED = '(p.namespace_id in (select id from mine) or p.id in (select id from reached))';

/**
 * The parts of a list that a viewer may see: one for every visibility that is open to the viewer, and the viewer's own of what is closed.
 * A list that is narrowed to few projects is a set, of which each row is looked at.
 * @param user SQL of the viewer's id
 * @returns nothing where the viewer cannot see a single project, whatever there is
 */
export function branchesFor(
  viewer: Viewer,
  filters: ProjectFilters,
  scope: ProjectScope | undefined,
  { parameter, user }: { parameter: Parameter; user: string },
): Branches {
  const { owned, membership } = filters;
  if (viewer.id === null && (owned || membership)) return { open: [], closed: [], sets: [] };
  const wanted: readonly Visibility[] = filters.visibility ? [filters.visibility] : VISIBILITIES;
  const open = wanted.filter((visibility) => isOpenTo(viewer, visibility));
  const closed = viewer.id === null ? [] : wanted.filter((visibility) => !open.includes(visibility));
  const narrowing = [...narrowingOf(viewer, filters, { parameter, user }), ...(scope ? [scope(parameter)] : [])];
  const setsOf = (conditions: readonly string[], visibilities: readonly Visibility[]) =>
    conditions.map((condition) => [condition, ...among(visibilities)].join(' and '));
  // Whoever owns projects or is a member of them sees them all.
  if (owned) return { open: [], closed: [], sets: setsOf([[OWNED, ...narrowing].join(' and ')], wanted) };
  if (narrowing.length > 0) {
    const isVisible = membership ? [...among(wanted), IS_AUTHORISED].join(' and ') : visible(open, closed);
    return { open: [], closed: [], sets: isVisible ? [[...narrowing, isVisible].join(' and ')] : [] };
  }
  // Of what is closed alone, a member of much has too little in a row to walk to it.
  if (membership || open.length === 0)
    return { open: [], closed: [], sets: viewer.id === null ? [] : setsOf(AUTHORISED, wanted) };
  return {
    open: open.map(ofVisibility),
    closed: closed.map(ofVisibility),
    sets: closed.length > 0 ? setsOf(AUTHORISED, closed) : [],
  };
}

/** SQL of whether a row is one of those that are open, or the viewer's own of those that are closed; nothing where there are neither. */
function visible(open: readonly Visibility[], closed: readonly Visibility[]): string {
  const any = [
    ...(open.length > 0 ? [among(open).join() || 'true'] : []),
    ...(closed.length > 0 ? [[...among(closed), IS_AUTHORISED].join(' and ')] : []),
  ];
  return any.length > 0 ? `(${any.join(' or ')})` : '';
}

/** Conditions by which few projects are found. */
function narrowingOf(
  { id, admin }: Viewer,
  { starred, customAttributes }: ProjectFilters,
  { parameter, user }: { parameter: Parameter; user: string },
): string[] {
  return [
    ...(starred && id !== null
      ? [`p.id = any (array(select star.project_id from project_stars star where star.user_id = ${user}))`]
      : []),
    ...(admin ? hasAttributes('project', 'p.id', customAttributes, parameter) : []),
  ];
}

/** Visibilities stand as they are, not as parameters: PostgreSQL then knows how common each is. */
function among(visibilities: readonly Visibility[]): string[] {
  if (visibilities.length === VISIBILITIES.length) return [];
  return [`p.visibility in (${visibilities.map((visibility) => `'${visibility}'`).join(', ')})`];
}

function ofVisibility(visibility: Visibility): string {
  return `p.visibility = '${visibility}'`;
}

/** Whether everyone like the viewer sees all projects of a visibility. */
function isOpenTo({ id, admin, external }: Viewer, visibility: string): boolean {
  return admin || visibility === 'public' || (visibility === 'internal' && id !== null && !external);
}
