import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectId, UserId } from '@hearth/contract-kit';
import {
  FindMilestoneQuery,
  FindProjectReadersQuery,
  ResolveLabelsCommand,
  type Label,
  type Milestone,
} from '@hearth/projects-contracts';
import { mentionsIn } from '@hearth/notes';
import type { Reader } from '@hearth/issuable';

/** Users who may read the target: those wanted by their ids, and users mentioned in a text. */
interface People {
  /** By id, in ascending order. */
  readonly wanted: readonly Reader[];
  readonly mentioned: readonly UserId[];
}

/** The highest number of labels that projects returns at once. */
const MOST_LABELS = 1_000;
const MOST_READERS = 100;

/** Resolves labels, milestones and users that a merge request is given by name or id. Values that cannot be used are left out, as the API does. */
@Injectable()
export class ChoicesFacts {
  constructor(private readonly calls: Calls) {}

  /**
   * Labels with these names.
   * @param by user who creates missing labels, if permitted; null: missing labels are left out
   */
  async labels(projectId: ProjectId, names: readonly string[], by: Principal | null): Promise<readonly Label[]> {
    if (names.length === 0) return [];
    const createAs = by && { userId: by.userId, admin: by.admin };
    const asked = { projectId, names: names.slice(0, MOST_LABELS), createAs };
    return (await this.calls.command(ResolveLabelsCommand, asked)).labels;
  }

  /** Milestone of the target or of a group that contains it, by its id or its title; null for another one. */
  async milestone(projectId: ProjectId, milestone: { id: number } | { title: string }): Promise<Milestone | null> {
    return (await this.calls.query(FindMilestoneQuery, { projectId, milestone })).milestone;
  }

  /** Users among the given ones who may read the target. @param usernames the first 100 of them count */
  async readers(projectId: ProjectId, usernames: readonly string[]): Promise<readonly Reader[]> {
    if (usernames.length === 0) return [];
    const asked = { projectId, ids: [], usernames: usernames.slice(0, MOST_READERS) };
    return (await this.calls.query(FindProjectReadersQuery, asked)).users;
  }

  /** Users wanted as assignees or reviewers, at most 100, and users mentioned in a text, as far as they may read the target. */
  async people(projectId: ProjectId, ids: readonly number[], text: string): Promise<People> {
    const usernames = mentionsIn(text);
    if (ids.length + usernames.length === 0) return { wanted: [], mentioned: [] };
    const asked = { projectId, ids: [...new Set(ids)], usernames };
    const { users } = await this.calls.query(FindProjectReadersQuery, asked);
    return {
      wanted: users.filter(({ id }) => ids.includes(id)).sort((a, b) => a.id - b.id),
      mentioned: users.filter(({ username }) => usernames.includes(username.toLowerCase())).map(({ id }) => id),
    };
  }
}
