import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId, UserId } from '@hearth/contract-kit';
import type { Milestone } from '@hearth/projects-contracts';
import { usernamesIn } from '@hearth/issuable';
import { labelNamesIn, milestoneTitleIn, type QuickAction } from '@hearth/notes';
import { ChoicesFacts } from '../merge-requests/choices.facts.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import type { Named } from './quick-action.rules.js';

/** Resolves the arguments of quick actions with other services. */
@Injectable()
export class QuickActionFacts {
  constructor(
    private readonly choicesFacts: ChoicesFacts,
    private readonly peopleFacts: PeopleFacts,
  ) {}

  /** Labels and milestones of the target, and users who see it. Creates nothing. */
  async named(projectId: ProjectId, actions: readonly QuickAction[], actor: Principal): Promise<Named> {
    const argumentsOf = (...names: string[]) =>
      actions.filter(({ name }) => names.includes(name)).map(({ argument }) => argument);
    const labels = argumentsOf('label', 'unlabel', 'relabel').flatMap(labelNamesIn);
    const usernames = argumentsOf('assign').flatMap((argument) => usernamesIn(argument, actor));
    const [found, milestone, readers] = await Promise.all([
      this.choicesFacts.labels(projectId, [...new Set(labels)], null),
      this.milestone(projectId, argumentsOf('milestone').at(-1)),
      this.choicesFacts.readers(projectId, [...new Set(usernames)]),
    ]);
    return { labels: found, milestones: milestone ? [milestone] : [], readers };
  }

  /** Usernames of the present assignees, where an action may replace them. */
  async formerAssignees(
    { assigneeIds }: Pick<MergeRequestRecord, 'assigneeIds'>,
    actions: readonly QuickAction[],
  ): Promise<ReadonlyMap<UserId, string>> {
    const isReplaced = actions.some(({ name }) => name === 'assign' || name === 'unassign');
    return this.peopleFacts.usernames(isReplaced ? assigneeIds : []);
  }

  private async milestone(projectId: ProjectId, argument: string | undefined): Promise<Milestone | null> {
    const title = argument === undefined ? null : milestoneTitleIn(argument);
    return title === null ? null : this.choicesFacts.milestone(projectId, { title });
  }
}
