import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { RecordVersion } from '../diffs/record-version.js';
import { CreateMergeRequest } from '../merge-requests/create.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { UpdateMergeRequest } from '../merge-requests/update.js';
import { PushOptionFacts } from './push-options.facts.js';
import { MOST_NAMES, titleOf, type MergeRequestOptions } from './push-options.rules.js';

/** Pushed branch with its commit. */
export interface PushedBranch {
  readonly source: ProjectAccess;
  readonly branch: string;
  readonly commit: string;
  /** Present record of the user who pushed. */
  readonly actor: Principal;
}

/** Opens or changes the merge request of a pushed branch, as the API does for the same user. */
@Injectable()
export class ApplyPushOptions {
  constructor(
    private readonly createMergeRequest: CreateMergeRequest,
    private readonly updateMergeRequest: UpdateMergeRequest,
    private readonly recordVersion: RecordVersion,
    private readonly pushOptionFacts: PushOptionFacts,
  ) {}

  /**
   * @param target where the push wants the merge request
   * @returns the number of the merge request in its target
   * @throws the errors of `CreateMergeRequest`; MergeRequestInvalid where the target has no branch
   */
  async open(
    { source, branch, commit, actor }: PushedBranch,
    { project }: ProjectAccess,
    options: MergeRequestOptions,
  ): Promise<number> {
    const [texts, assigneeIds, milestoneId] = await Promise.all([
      this.pushOptionFacts.texts(source.project.id, commit, branch),
      this.pushOptionFacts.people(project.id, options.assign),
      this.pushOptionFacts.milestoneId(project.id, options.milestone),
    ]);
    const given = {
      title: titleOf(options.title ?? texts.title, options.draft),
      description: options.description ?? texts.description,
      ...{ sourceBranch: branch, targetBranch: options.targetBranch ?? project.defaultBranch ?? '' },
      ...{ targetProjectId: project.id, forceRemoveSourceBranch: options.removeSourceBranch ?? null },
      ...{ squash: options.squash, assigneeIds, reviewerIds: [], milestoneId: milestoneId ?? null },
      labels: options.labels,
    };
    return (await this.createMergeRequest.execute(source, given, actor)).iid;
  }

  /** @throws the errors of `UpdateMergeRequest` */
  async change(
    found: MergeRequestRecord,
    target: ProjectAccess,
    options: MergeRequestOptions,
    actor: Principal,
  ): Promise<void> {
    // An automatic merge that is set afterwards is of the pushed commit.
    await this.recordVersion.execute({ mergeRequestId: found.id, userId: actor.userId });
    const projectId = target.project.id;
    const [assigned, unassigned, milestoneId] = await Promise.all([
      this.pushOptionFacts.people(projectId, options.assign),
      this.pushOptionFacts.people(projectId, options.unassign),
      this.pushOptionFacts.milestoneId(projectId, options.milestone),
    ]);
    const assignable = new Set([...found.assigneeIds, ...assigned].filter((id) => !unassigned.includes(id)));
    const assigneeIds = [...assignable].slice(0, MOST_NAMES);
    const isRetitled = options.title !== undefined || options.draft;
    const changes = {
      ...{ title: isRetitled ? titleOf(options.title ?? found.title, options.draft) : undefined },
      ...{ description: options.description, targetBranch: options.targetBranch, milestoneId },
      ...{ forceRemoveSourceBranch: options.removeSourceBranch, squash: options.squash },
      assigneeIds: assigned.length + unassigned.length > 0 ? assigneeIds : undefined,
      addLabels: options.labels.length > 0 ? options.labels : undefined,
      removeLabels: options.unlabels.length > 0 ? options.unlabels : undefined,
    };
    if (Object.values(changes).every((value) => value === undefined)) return;
    await this.updateMergeRequest.execute(target, found.iid, changes, actor);
  }
}
