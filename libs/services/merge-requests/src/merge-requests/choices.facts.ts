import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectId, UserId } from '@hearth/contract-kit';
import {
  FindMilestoneQuery,
  FindProjectReadersQuery,
  ResolveLabelsCommand,
  type Label,
  type Milestone,
} from '@hearth/contracts';
import { mentionsIn } from '@hearth/notes';

/** Users who read the target: the assignee, if there is one, and those whom a text mentions. */
interface People {
  readonly assigneeId: UserId | null;
  readonly assigneeUsername: string | null;
  readonly mentioned: readonly UserId[];
}

/** Resolves what a merge request is given by name or id. What cannot be given is left out, as the API does. */
@Injectable()
export class ChoicesFacts {
  constructor(private readonly calls: Calls) {}

  /** The labels of these names; those that the target has not are created if the user may. */
  async labels(projectId: ProjectId, names: readonly string[], by: Principal): Promise<readonly Label[]> {
    if (names.length === 0) return [];
    const { userId, admin } = by;
    const asked = { projectId, names: [...names], createAs: { userId, admin } };
    return (await this.calls.command(ResolveLabelsCommand, asked)).labels;
  }

  /** A milestone of the target or of a group around it; null for another one. */
  async milestone(projectId: ProjectId, id: number): Promise<Milestone | null> {
    return (await this.calls.query(FindMilestoneQuery, { projectId, milestone: { id } })).milestone;
  }

  /**
   * Those of a possible assignee and of the users whom a text mentions who may read the target.
   * @param assigneeId null: nobody is to be assigned
   */
  async people(projectId: ProjectId, assigneeId: number | null, text: string): Promise<People> {
    const usernames = mentionsIn(text);
    const ids = assigneeId === null ? [] : [assigneeId];
    if (ids.length + usernames.length === 0) return { assigneeId: null, assigneeUsername: null, mentioned: [] };
    const { users } = await this.calls.query(FindProjectReadersQuery, { projectId, ids, usernames });
    const assignee = users.find(({ id }) => id === assigneeId);
    return {
      assigneeId: assignee?.id ?? null,
      assigneeUsername: assignee?.username ?? null,
      mentioned: users.filter(({ username }) => usernames.includes(username.toLowerCase())).map(({ id }) => id),
    };
  }
}
