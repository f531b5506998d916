import { VISIBILITIES, type Visibility } from '@hearth/contract-kit';
import type { Parameter } from '@hearth/http';
import type { ProjectsCaller } from './projects-caller.js';
import { authorisedBy, isActive, knownGroups } from './levels.finder.js';

/** Rows of a list that are visible to a caller, by visibility. */
export interface Visible {
  /** Visibilities of which the caller sees all rows. */
  readonly open: readonly Visibility[];
  /** Visibilities of which the caller sees only their own rows; empty for anonymous callers, who have none. */
  readonly closed: readonly Visibility[];
}

/**
 * Splits the wanted visibilities into those open and those closed to a caller.
 * @param ownOnly true for lists of the caller's own rows only, whatever is open
 */
export function visibleTo(
  caller: ProjectsCaller,
  wanted: readonly Visibility[] = VISIBILITIES,
  ownOnly = false,
): Visible {
  const open = wanted.filter((visibility) => !ownOnly && isOpenTo(caller, visibility));
  return { open, closed: caller.id === null ? [] : wanted.filter((visibility) => !open.includes(visibility)) };
}

function isOpenTo({ id, admin, external }: ProjectsCaller, visibility: Visibility): boolean {
  return admin || visibility === 'public' || (visibility === 'internal' && id !== null && !external);
}

/** A caller's own rows as SQL. */
export interface OwnRows {
  /** Named queries that both conditions read. */
  readonly named: string;
  /** Condition that finds the rows: arrays, whose elements are looked up in the indexes of the columns. */
  readonly found: string;
  /** Condition that checks rows found by another condition: sets, in which each row is looked up. */
  readonly checked: string;
}

/**
 * Rows of projects in which the user has a level.
 * @param user SQL of the user's id
 * @param id SQL of the project's id, such as `issue.project_id`
 * @param namespaceId SQL of the id of the project's namespace
 */
export function ownProjects(user: string, id = 'p.id', namespaceId = 'p.namespace_id'): OwnRows {
  return {
    named: authorisedBy(user),
    found: `(${namespaceId} = any (array(select id from mine)) or ${id} = any (array(select id from reached)))`,
    checked: `(${namespaceId} in (select id from mine) or ${id} in (select id from reached))`,
  };
}

/** Rows of projects in namespaces that the user owns; parameters as of `ownProjects`. */
export function ownedProjects(user: string, namespaceId = 'p.namespace_id'): OwnRows {
  const owned = 'select id from mine where level = 50';
  return {
    named: authorisedBy(user),
    found: `${namespaceId} = any (array(${owned}))`,
    checked: `${namespaceId} in (${owned})`,
  };
}

/** Groups `g` known to the user by memberships of groups and projects. */
export function ownGroups(user: string): OwnRows {
  return {
    named: `${authorisedBy(user)}, ${knownGroups(user)}`,
    found: 'g.id = any (array(select id from known))',
    checked: 'g.id in (select id from known)',
  };
}

/** Groups `g` that the user owns by a membership of the group itself. */
export function ownedGroups(user: string): OwnRows {
  const owned = `select held.namespace_id as id from namespace_members held
    where held.user_id = ${user} and held.level = 50 and ${isActive('held')}`;
  return {
    named: `owned as (${owned})`,
    found: 'g.id = any (array(select id from owned))',
    checked: 'g.id in (select id from owned)',
  };
}

/** SQL before a select: its named queries; empty without any. */
export function withNamed(named: readonly string[]): string {
  return named.length > 0 ? `with ${named.join(', ')} ` : '';
}

/**
 * Rows visible to a caller: the one rule of all lists, as SQL conditions for one statement. Rows that belong to a project follow the project's
 * visibility. A list of issues will read
 *
 *     const rows = new VisibleRows(caller, visibleTo(caller), (user) => ownProjects(user, 'i.project_id'), parameter);
 *     `${withNamed(rows.named)}select … from issues i join projects p on p.id = i.project_id
 *      where i.assignee_id = … and ${rows.areVisible('p.visibility')}`
 *
 * and, where no narrower condition finds its rows, be a `VisibleList`. A service without these tables (merge requests) keeps the visibility of
 * each project and queries the ids of the caller's own projects by a contract, which is answered from `ownProjects(user).found`; its condition
 * is the same with `project_id = any ($ids)` in place of both.
 */
export class VisibleRows {
  /** Named queries that the conditions read; empty where all visible rows are open ones. */
  readonly named: readonly string[];
  private readonly own: OwnRows | undefined;

  /**
   * @param own the caller's own rows, by SQL of the caller's id
   * @param parameter adds a value to the statement
   */
  constructor(
    caller: ProjectsCaller,
    private readonly visible: Visible,
    own: (user: string) => OwnRows,
    private readonly parameter: Parameter,
  ) {
    this.own = visible.closed.length > 0 ? own(`${parameter(caller.id)}::bigint`) : undefined;
    this.named = this.own ? [this.own.named] : [];
  }

  /** Condition: the row, found by another condition, is visible to the caller. @param visibility SQL of the row's visibility */
  areVisible(visibility: string): string {
    const isOpen = `${visibility} = any (${this.open})`;
    return this.own ? `(${isOpen} or ${this.isClosed(visibility)} and ${this.own.checked})` : isOpen;
  }

  /** Condition that finds the caller's own rows of closed visibilities. */
  areOwn(visibility: string): string {
    return `${this.own?.found} and ${this.isClosed(visibility)}`;
  }

  /** SQL of the open visibilities, as an array. */
  get open(): string {
    return `${this.parameter(this.visible.open)}::text[]`;
  }

  private isClosed(visibility: string): string {
    return `${visibility} = any (${this.parameter(this.visible.closed)}::text[])`;
  }
}
