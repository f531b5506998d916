import { Injectable } from '@nestjs/common';
import type { FeatureAccessLevel, ProjectId, Visibility } from '@hearth/contract-kit';
import type { Label, Milestone } from '@hearth/projects-contracts';
import type { Tx } from '@hearth/data';

/** Fields of a project that decide whether a list across projects contains its merge requests. */
export interface KnownProject {
  readonly id: ProjectId;
  readonly visibility: Visibility;
  readonly archived: boolean;
  /** Narrower access level of merge requests and repository, since they need both. */
  readonly mergeRequestsAccessLevel: FeatureAccessLevel;
}

const PROJECT = `insert into known_projects (id, visibility, archived, merge_requests_access_level) values ($1, $2, $3, $4)
  on conflict (id) do update set visibility = excluded.visibility, archived = excluded.archived,
    merge_requests_access_level = excluded.merge_requests_access_level`;
const LABEL = `insert into known_labels (id, name) values ($1, $2) on conflict (id) do update set name = excluded.name`;
const MISSING_LABEL = 'insert into known_labels (id, name) values ($1, $2) on conflict do nothing';
const REPLACE_LABEL = [
  `insert into merge_request_labels (merge_request_id, label_id)
    select merge_request_id, $2::bigint from merge_request_labels where label_id = $1 on conflict do nothing`,
  `update resource_events set subject_id = $2::bigint where kind = 'label' and subject_id = $1`,
];
const NEW_MILESTONE =
  'insert into known_milestones (id, title, state, start_date, due_date) values ($1, $2, $3, $4, $5)';
const MISSING_MILESTONE = `${NEW_MILESTONE} on conflict do nothing`;
const REPLACE_MILESTONE = [
  'update merge_requests set milestone_id = $2::bigint where milestone_id = $1',
  `update resource_events set subject_id = $2::bigint where kind = 'milestone' and subject_id = $1`,
];
const MILESTONE = `${NEW_MILESTONE}
  on conflict (id) do update set title = excluded.title, state = excluded.state, start_date = excluded.start_date,
    due_date = excluded.due_date`;

/** Fields of a milestone that lists filter by. */
type KnownMilestone = Pick<Milestone, 'id' | 'title' | 'state' | 'startDate' | 'dueDate'>;

/** Copies of projects, labels and milestones for the filters of lists, kept by events: the latest event wins. */
@Injectable()
export class KnownStore {
  async saveProject(tx: Tx, project: KnownProject): Promise<void> {
    const { id, visibility, archived, mergeRequestsAccessLevel } = project;
    await tx.prepared(PROJECT, [id, visibility, archived, mergeRequestsAccessLevel]);
  }

  async saveLabel(tx: Tx, id: number, name: string): Promise<void> {
    await tx.prepared(LABEL, [id, name]);
  }

  async saveMilestone(tx: Tx, { id, title, state, startDate, dueDate }: KnownMilestone): Promise<void> {
    await tx.prepared(MILESTONE, [id, title, state, startDate, dueDate]);
  }

  /** Gives the merge requests and events of a label to another one. */
  async replaceLabel(tx: Tx, id: number, by: Pick<Label, 'id' | 'name'>): Promise<void> {
    for (const text of REPLACE_LABEL) await tx.prepared(text, [id, by.id]);
    // An event about the other label may have brought a newer name.
    await tx.prepared(MISSING_LABEL, [by.id, by.name]);
  }

  /** Removes a deleted label, also from merge requests. */
  async removeLabel(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from merge_request_labels where label_id = $1', [id]);
    await tx.prepared('delete from known_labels where id = $1', [id]);
  }

  /** Gives the merge requests and events of a milestone to another one. */
  async replaceMilestone(tx: Tx, id: number, by: KnownMilestone): Promise<void> {
    for (const text of REPLACE_MILESTONE) await tx.prepared(text, [id, by.id]);
    // An event about the other milestone may have brought newer values.
    await tx.prepared(MISSING_MILESTONE, [by.id, by.title, by.state, by.startDate, by.dueDate]);
  }

  /** Removes a deleted milestone, also from merge requests. */
  async removeMilestone(tx: Tx, id: number): Promise<void> {
    await tx.prepared('update merge_requests set milestone_id = null where milestone_id = $1', [id]);
    await tx.prepared('delete from known_milestones where id = $1', [id]);
  }
}
