import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import { matches, plainList, readPage, type Page, type PageRequest, type Parameter, type Search } from '@hearth/http';
import type { ProjectsCaller } from '../access/projects-caller.js';
import type { TopicColumns } from './topic.rules.js';

/** Topic as a complete record. */
export interface TopicRecord extends TopicColumns, Row {
  readonly id: number;
  readonly avatarFile: string | null;
  /** Number of its projects, of the visibilities that the caller sees. */
  readonly projectsCount: number;
}

/** Topic with the facts that a write needs, locked. */
export interface LockedTopic extends TopicColumns, Row {
  readonly id: number;
  /** Number of all its projects. */
  readonly totalCount: number;
  readonly updatedAt: Date;
}

/** Filters of a list of topics. */
export interface TopicFilters {
  readonly search?: Search | undefined;
  readonly withoutProjects: boolean;
}

/** Column of the number of projects that the caller learns: names and numbers of private projects are for admins. */
function countFor({ id, admin, external }: ProjectsCaller): string {
  if (admin) return 't.total_count';
  return id === null || external ? 't.public_count' : 't.shared_count';
}

function columns(count: string): string {
  return `t.id, t.name, t.title, t.description, t.avatar_file as "avatarFile", ${count} as "projectsCount"`;
}

/** SQL condition: the caller may know the topic, by a project or because an admin made it. */
function isVisible(count: string): string {
  return `(t.kept or ${count} > 0)`;
}

const LOCK = `select id, name, title, description, total_count as "totalCount", updated_at as "updatedAt" from topics
  where id = $1 for update`;
const NAME = 'select name from topics where id = $1';
const TAKEN = 'select from topics where name = $1 and id is distinct from $2::bigint';
const INSERT = `insert into topics (name, title, description, kept) values ($1, $2, $3, true)
  on conflict (name) do nothing returning id`;
const UPDATE = `update topics set name = $2, title = $3, description = $4, kept = true, updated_at = now() where id = $1`;
const DELETE_UNUSED = 'delete from topics where id = $1 and total_count = 0';

/** Projects whose lists of topics one transaction changes. */
const MOST_PROJECTS = 1000;

/** Replaces the topic $1 by $2, which projects may have already; null only removes it. Locks projects in the order of their ids. */
const REPLACE = `
  with found as (
    select id from projects where tag_list @> array[$1::text] order by id limit ${MOST_PROJECTS} for no key update
  )
  update projects p set tag_list = case
    when $2::text is null or p.tag_list @> array[$2::text] then array_remove(p.tag_list, $1::text)
    else array_replace(p.tag_list, $1::text, $2::text) end
  from found where p.id = found.id returning p.id`;

/** All SQL of topics; a trigger of the table of projects inserts those that projects use, and counts the projects. */
@Injectable()
export class TopicsStore {
  /** Returns a page of topics that the caller may know, those with the most projects first. */
  page(db: Db, caller: ProjectsCaller, filters: TopicFilters, request: PageRequest): Promise<Page<TopicRecord>> {
    const counted = countFor(caller);
    const rows = (parameter: Parameter) => `from topics t where ${conditions(counted, filters, parameter)}`;
    return readPage(db, request, plainList({ columns: columns(counted), rows, order: `${counted} desc, t.name` }));
  }

  /** Returns a topic that the caller may know. */
  async find(db: Db, caller: ProjectsCaller, id: number): Promise<TopicRecord | undefined> {
    const counted = countFor(caller);
    const text = `select ${columns(counted)} from topics t where t.id = $1 and ${isVisible(counted)}`;
    const [topic] = await db.prepared<TopicRecord>(text, [id]);
    return topic;
  }

  async lock(tx: Tx, id: number): Promise<LockedTopic | undefined> {
    const [topic] = await tx.prepared<LockedTopic>(LOCK, [id]);
    return topic;
  }

  async nameOf(db: Db, id: number): Promise<string | undefined> {
    const [topic] = await db.prepared<{ name: string }>(NAME, [id]);
    return topic?.name;
  }

  /** @returns whether another topic has the name */
  async isTaken(tx: Tx, name: string, self: number | null): Promise<boolean> {
    return (await tx.prepared(TAKEN, [name, self])).length > 0;
  }

  /** @returns its id; undefined where the name is taken meanwhile */
  async insert(tx: Tx, { name, title, description }: TopicColumns): Promise<number | undefined> {
    const [row] = await tx.prepared<{ id: number }>(INSERT, [name, title, description]);
    return row?.id;
  }

  async update(tx: Tx, id: number, { name, title, description }: TopicColumns): Promise<void> {
    await tx.prepared(UPDATE, [id, name, title, description]);
  }

  /** Deletes the topic unless a project uses it. */
  async deleteUnused(tx: Tx, id: number): Promise<void> {
    await tx.prepared(DELETE_UNUSED, [id]);
  }

  /**
   * Replaces a topic in the lists of projects, of at most a thousand.
   * @param by name of another topic; null removes it
   * @returns the number of changed projects; 0 when no project has it any more
   */
  async replace(tx: Tx, name: string, by: string | null): Promise<number> {
    return (await tx.prepared(REPLACE, [name, by])).length;
  }
}

function conditions(count: string, { search, withoutProjects }: TopicFilters, parameter: Parameter): string {
  return [
    isVisible(count),
    ...(withoutProjects ? [`${count} = 0`] : []),
    ...(search ? [matches(['t.name'], search, parameter)] : []),
  ].join(' and ');
}
