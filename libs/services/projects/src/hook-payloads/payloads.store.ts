import { Injectable } from '@nestjs/common';
import type { ProjectId, Visibility } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';
import type { MemberSourceKind } from '../members/membership.rules.js';

/** A project as payloads name it. */
export interface PayloadProject {
  readonly id: ProjectId;
  readonly name: string;
  readonly description: string | null;
  readonly namespace: string;
  readonly fullPath: string;
  readonly visibility: Visibility;
  readonly defaultBranch: string | null;
  readonly ciConfigPath: string | null;
  readonly avatarFile: string | null;
}

/** A label as payloads have it; one of `projectId` and `groupId` is null. */
export interface PayloadLabel {
  readonly id: number;
  readonly title: string;
  readonly color: string;
  readonly description: string | null;
  readonly projectId: number | null;
  readonly groupId: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An issue as payloads have it. */
export interface PayloadIssue {
  readonly id: number;
  readonly iid: number;
  readonly projectId: ProjectId;
  readonly title: string;
  readonly description: string | null;
  readonly state: 'opened' | 'closed';
  readonly confidential: boolean;
  readonly discussionLocked: boolean | null;
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null;
  readonly milestoneId: number | null;
  readonly authorId: number;
  readonly assigneeIds: readonly number[];
  readonly labelIds: readonly number[];
  /** In seconds, as `timeSpent`. */
  readonly timeEstimate: number;
  readonly timeSpent: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
}

/** A note on an issue or a snippet. */
export interface PayloadNote {
  readonly id: number;
  readonly body: string;
  readonly authorId: number;
  readonly issueId: number | null;
  readonly snippetId: number | null;
  /** Whether it is on a confidential issue. */
  readonly confidential: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A snippet of a project as payloads have it. */
export interface PayloadSnippet {
  readonly id: number;
  readonly title: string;
  readonly fileName: string;
  readonly content: string;
  readonly visibility: Visibility;
  readonly authorId: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A project as payloads of the instance name it. */
export interface SystemProject {
  readonly id: number;
  readonly name: string;
  readonly fullPath: string;
  readonly visibility: Visibility;
  /** Name of the group, or of the user, that it belongs to. */
  readonly ownerName: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A group as payloads of the instance name it. */
export interface SystemGroup {
  readonly id: number;
  readonly name: string;
  readonly fullPath: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A project or group that has members. */
export interface SystemSource {
  readonly kind: MemberSourceKind;
  readonly id: number;
  readonly name: string;
  readonly fullPath: string;
  readonly visibility: Visibility;
}

const PROJECT = `select p.id, p.name, p.description, n.name as namespace, r.path as "fullPath", p.visibility,
    p.default_branch as "defaultBranch", p.ci_config_path as "ciConfigPath", p.avatar_file as "avatarFile"
  from projects p join namespaces n on n.id = p.namespace_id join routes r on r.project_id = p.id where p.id = $1`;
const FIRST_PUSHED = `select p.id from projects p
  where p.namespace_id = any (array(select id from namespaces where id = $1::bigint or ancestor_ids @> array[$1::bigint]))
    and p.default_branch is not null
  order by p.id limit 1`;
const SYSTEM_PROJECT = `select p.id, p.name, r.path as "fullPath", p.visibility, n.name as "ownerName", p.created_at as "createdAt",
    p.updated_at as "updatedAt"
  from projects p join namespaces n on n.id = p.namespace_id join routes r on r.project_id = p.id where p.id = $1`;
const SYSTEM_GROUP = `select n.id, n.name, r.path as "fullPath", n.created_at as "createdAt", n.updated_at as "updatedAt"
  from namespaces n join routes r on r.namespace_id = n.id where n.id = $1`;
const MEMBER_SOURCES = {
  project: `select 'project' as kind, p.id, p.name, p.visibility, r.path as "fullPath"
    from projects p join routes r on r.project_id = p.id where p.id = $1`,
  group: `select 'group' as kind, n.id, n.name, n.visibility, r.path as "fullPath"
    from namespaces n join routes r on r.namespace_id = n.id where n.id = $1`,
};
const NOTE = `select n.id, n.body, n.author_id as "authorId", n.issue_id as "issueId", n.snippet_id as "snippetId",
    coalesce(i.confidential, false) as confidential, n.created_at as "createdAt", n.updated_at as "updatedAt"
  from notes n left join issues i on i.id = n.issue_id where n.id = $1`;
const SNIPPET = `select id, title, file_name as "fileName", content, visibility, author_id as "authorId", created_at as "createdAt",
    updated_at as "updatedAt" from snippets where id = $1`;
const ISSUE = `select i.id, i.iid, i.project_id as "projectId", i.title, i.description, i.state, i.confidential,
    i.discussion_locked as "discussionLocked", i.due_date::text as "dueDate", i.milestone_id as "milestoneId", i.author_id as "authorId",
    (select coalesce(json_agg(user_id order by user_id), '[]') from issue_assignees where issue_id = i.id) as "assigneeIds",
    (select coalesce(json_agg(label_id order by label_id), '[]') from issue_labels where issue_id = i.id) as "labelIds",
    i.time_estimate as "timeEstimate", i.time_spent as "timeSpent", i.created_at as "createdAt", i.updated_at as "updatedAt",
    i.closed_at as "closedAt"
  from issues i where i.id = $1`;
/** Bounds the search: a project may have hundreds of thousands of issues, none of them confidential. */
const RECENT_ISSUES = `(select id, iid, confidential from issues where project_id = $1 order by iid desc limit 1000) recent`;
const NEWEST_ISSUE = `select id from ${RECENT_ISSUES} where confidential = $2 order by iid desc limit 1`;
const NEWEST_NOTE = `select note.id
  from (select id from ${RECENT_ISSUES} where confidential = $2 order by iid desc limit 100) recent
  cross join lateral (select id from notes where issue_id = recent.id and not system order by created_at desc, id desc limit 1) note
  order by note.id desc limit 1`;
const LABELS = `select id, name as title, color, description, project_id as "projectId", namespace_id as "groupId", created_at as "createdAt",
  updated_at as "updatedAt" from labels where id = any ($1::bigint[]) order by id`;

/** SQL of records of this service that only payloads have in this form. */
@Injectable()
export class PayloadsStore {
  async project(db: Db, id: ProjectId): Promise<PayloadProject | undefined> {
    const [project] = await db.prepared<PayloadProject & Row>(PROJECT, [id]);
    return project;
  }

  /** Returns the oldest project of a group and its subgroups that has commits. */
  async firstPushedProject(db: Db, groupId: number): Promise<ProjectId | undefined> {
    const [project] = await db.prepared<{ id: ProjectId }>(FIRST_PUSHED, [groupId]);
    return project?.id;
  }

  async systemProject(db: Db, id: number): Promise<SystemProject | undefined> {
    const [project] = await db.prepared<SystemProject & Row>(SYSTEM_PROJECT, [id]);
    return project;
  }

  async systemGroup(db: Db, id: number): Promise<SystemGroup | undefined> {
    const [group] = await db.prepared<SystemGroup & Row>(SYSTEM_GROUP, [id]);
    return group;
  }

  /** Returns a project or group that has members. */
  async memberSource(db: Db, { kind, id }: Pick<SystemSource, 'kind' | 'id'>): Promise<SystemSource | undefined> {
    const [source] = await db.prepared<SystemSource & Row>(MEMBER_SOURCES[kind], [id]);
    return source;
  }

  /** Returns labels in the order of their ids. */
  labels(db: Db, ids: readonly number[]): Promise<PayloadLabel[]> {
    return db.prepared<PayloadLabel & Row>(LABELS, [ids]);
  }

  async issue(db: Db, id: number): Promise<PayloadIssue | undefined> {
    const [issue] = await db.prepared<PayloadIssue & Row>(ISSUE, [id]);
    return issue;
  }

  /** Returns the id of the newest of the last thousand issues of a project that is confidential, or is not. */
  async newestIssue(db: Db, projectId: ProjectId, confidential: boolean): Promise<number | undefined> {
    const [issue] = await db.prepared<{ id: number }>(NEWEST_ISSUE, [projectId, confidential]);
    return issue?.id;
  }

  /** Returns the id of the newest note of a user on one of the newest issues that are confidential, or are not. */
  async newestNote(db: Db, projectId: ProjectId, confidential: boolean): Promise<number | undefined> {
    const [note] = await db.prepared<{ id: number }>(NEWEST_NOTE, [projectId, confidential]);
    return note?.id;
  }

  async note(db: Db, id: number): Promise<PayloadNote | undefined> {
    const [note] = await db.prepared<PayloadNote & Row>(NOTE, [id]);
    return note;
  }

  async snippet(db: Db, id: number): Promise<PayloadSnippet | undefined> {
    const [snippet] = await db.prepared<PayloadSnippet & Row>(SNIPPET, [id]);
    return snippet;
  }
}
