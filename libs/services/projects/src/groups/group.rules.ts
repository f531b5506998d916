import { VISIBILITIES, type Visibility } from '@hearth/contract-kit';
import { isReservedOnTop } from '@hearth/projects-contracts';
import { lengthFailures } from '@hearth/http';
import { pathConflictErrors, type PathConflict } from '../namespaces/path-conflict.rules.js';
import { isReservedForProjects } from '../namespaces/reserved-names.rules.js';
import type { FieldErrors } from '../field-errors.rules.js';

/** Highest number of ancestors of a group. */
export const MAX_ANCESTORS = 20;

const TEXT = { max: 255 };
/** Longest full path of a group. A project in it adds up to 256, and an index entry of PostgreSQL holds at most 2 700 bytes. */
const MAX_FULL_PATH = 2_000;
const NAME = /^[\p{L}\p{N}\p{M}\p{Pd}_. ]*$/u;
const NAME_TEXT = "can contain only letters, digits, '_', '.', dash and space.";
const PATH = /^([a-z0-9_.][a-z0-9_.-]*[a-z0-9_-]|[a-z0-9_])$/i;
const PATH_END = /\.(git|atom)$/i;
const PATH_TEXT =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";
const BLANK = "can't be blank";
const TAKEN = 'has already been taken';

/** Projects of a list of a group, besides those directly in it. */
export interface GroupProjects {
  /** Whether projects in subgroups are included. */
  readonly subgroups: boolean;
  /** Whether projects from elsewhere that are shared with the group are included. */
  readonly shared: boolean;
}

/** Projects of a list without parameters. */
export const OWN_AND_SHARED: GroupProjects = { subgroups: false, shared: true };

/** New values of a group, and the facts to check them against; `undefined` values stay and are not checked. */
export interface Candidate {
  readonly name?: string;
  readonly path?: string;
  /** Length of the longest full path after the change, of the group itself or a descendant. */
  readonly fullPathLength?: number;
  readonly description?: string;
  readonly visibility?: Visibility;
  /** Parent group; undefined for a top-level group. */
  readonly parent?: { readonly visibility: Visibility };
  /** Number of ancestors. */
  readonly ancestors: number;
  /** Names that other groups use, or that are reserved for them. */
  readonly taken: { readonly name: boolean; readonly path: PathConflict | null };
  /** Whether it holds projects or groups with a higher visibility than the one wanted. */
  readonly higher?: { readonly projects: boolean; readonly groups: boolean };
}

/** All errors of a new or changed group, by field of the API. */
export function errorsOf(group: Candidate): FieldErrors {
  const { name, path, taken } = group;
  const conflict = taken.path ? pathConflictErrors(taken.path, path ?? '') : undefined;
  const route = [...(conflict?.['route.path'] ?? []), ...routeErrors(group)];
  const errors = {
    name: name === undefined ? [] : [...nameErrors(name), ...(taken.name ? [TAKEN] : [])],
    path: path === undefined ? [] : [...pathErrors(path, group.parent !== undefined), ...(conflict?.['path'] ?? [])],
    'route.path': route,
    route: route.length > 0 ? ['is invalid'] : [],
    description: lengthFailures(group.description ?? '', TEXT),
    parent_id: group.ancestors > MAX_ANCESTORS ? ['has too deep level of nesting'] : [],
    visibility_level: group.visibility === undefined ? [] : visibilityErrors(group.visibility, group),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, texts]) => texts.length > 0));
}

/** Errors of a name that was taken after the check. */
export function nameTakenErrors(): FieldErrors {
  return { name: [TAKEN] };
}

/** Error of a visibility that only admins may choose. */
export function restrictedErrors(visibility: Visibility): FieldErrors {
  return { visibility_level: [`${visibility} has been restricted by your GitLab administrator`] };
}

/** Visibilities that are more open than the given one. */
export function visibilitiesAbove(visibility: Visibility): Visibility[] {
  return VISIBILITIES.slice(VISIBILITIES.indexOf(visibility) + 1);
}

/** Less open one of two visibilities. */
export function lowerOf(one: Visibility, other: Visibility): Visibility {
  return visibilitiesAbove(one).includes(other) ? one : other;
}

function nameErrors(name: string): string[] {
  if (name.trim() === '') return [BLANK];
  return [...lengthFailures(name, TEXT), ...(NAME.test(name) ? [] : [NAME_TEXT])];
}

function pathErrors(path: string, inGroup: boolean): string[] {
  if (path === '') return [BLANK];
  const valid = PATH.test(path) && !PATH_END.test(path);
  const isReserved = inGroup ? isReservedForProjects(path) : isReservedOnTop(path);
  return [
    ...lengthFailures(path, TEXT),
    ...(valid ? [] : [PATH_TEXT]),
    ...(isReserved ? [`${path} is a reserved name`] : []),
  ];
}

function routeErrors({ fullPathLength = 0 }: Candidate): string[] {
  return fullPathLength > MAX_FULL_PATH ? [`is too long (maximum is ${MAX_FULL_PATH} characters)`] : [];
}

function visibilityErrors(wanted: Visibility, { parent, higher }: Candidate): string[] {
  return [
    ...(parent && visibilitiesAbove(parent.visibility).includes(wanted)
      ? [`${wanted} is not allowed since the parent group has a ${parent.visibility} visibility.`]
      : []),
    ...(higher?.projects
      ? [`${wanted} is not allowed since this group contains projects with higher visibility.`]
      : []),
    ...(higher?.groups ? [`${wanted} is not allowed since there are sub-groups with higher visibility.`] : []),
  ];
}

/** Hours that later releases give users until they need a second factor, where a group requires it. */
export const GRACE_PERIOD = 48;
