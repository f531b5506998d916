import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { Principal, ProjectAccess, UserId } from '@hearth/contract-kit';
import type { Label, Milestone } from '@hearth/projects-contracts';
import { quickActionsIn, withoutActions } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { QuickActionFacts } from '../quick-actions/quick-action.facts.js';
import { NOTHING_POSSIBLE, OPENING_ACTIONS, planMergeRequestActions } from '../quick-actions/quick-action.rules.js';
import { ChoicesFacts } from './choices.facts.js';

/** Fields of a new merge request that users can set, by name or id. */
interface Given {
  readonly title: string;
  readonly description: string | null;
  readonly targetBranch: string;
  readonly assigneeIds: readonly number[];
  readonly reviewerIds: readonly number[];
  readonly milestoneId: number | null;
  readonly labels: readonly string[];
}

/** Resolved fields, after the quick actions of the description. */
export interface Opening {
  readonly title: string;
  readonly description: string | null;
  readonly labels: readonly Label[];
  readonly milestone: Milestone | null;
  readonly assigneeIds: readonly UserId[];
  readonly reviewerIds: readonly UserId[];
  readonly mentioned: readonly UserId[];
  /** Undefined without an explicit choice of the author. */
  readonly subscribed: boolean | undefined;
}

/** Resolves the fields of a new merge request. */
@Injectable()
export class OpeningFacts {
  constructor(
    private readonly choicesFacts: ChoicesFacts,
    private readonly quickActionFacts: QuickActionFacts,
  ) {}

  /** Assignees, reviewers, milestone and labels are for those who manage merge requests of the target, and ignored from others. */
  async of(target: ProjectAccess, given: Given, author: Principal): Promise<Opening> {
    const manages = may(abilities.manageMergeRequest, target, author);
    const description = given.description ?? '';
    const actions = quickActionsIn(description, OPENING_ACTIONS);
    const { id } = target.project;
    const [people, milestone, labels, named] = await Promise.all([
      this.choicesFacts.people(id, manages ? [...given.assigneeIds, ...given.reviewerIds] : [], description),
      manages && given.milestoneId !== null ? this.choicesFacts.milestone(id, { id: given.milestoneId }) : null,
      manages ? this.choicesFacts.labels(id, given.labels, author) : [],
      this.quickActionFacts.named(id, actions, author),
    ]);
    const { title, targetBranch } = given;
    const among = (ids: readonly number[]) => people.wanted.map((user) => user.id).filter((user) => ids.includes(user));
    const chosen = { assigneeIds: among(given.assigneeIds), milestoneId: milestone?.id ?? null, labels };
    const { effects, outcome } = planMergeRequestActions(
      actions,
      { title, targetBranch, state: 'opened', headSha: null, timeEstimate: 0, timeSpent: 0, ...chosen },
      { ...named, ...NOTHING_POSSIBLE },
      { actor: author, updates: true, manages },
    );
    return {
      title: effects.title ?? title,
      description: outcome.applied.length > 0 ? withoutActions(description, outcome.applied) : given.description,
      labels: effects.labels ?? labels,
      milestone: effects.milestone === undefined ? milestone : effects.milestone,
      assigneeIds: effects.assignee === undefined ? chosen.assigneeIds : effects.assignee ? [effects.assignee.id] : [],
      reviewerIds: among(given.reviewerIds),
      mentioned: people.mentioned,
      subscribed: effects.subscribed,
    };
  }
}
