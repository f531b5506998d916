import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import { Refusal, type ProjectAccess, type ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { abilities } from '../abilities.js';
import { FollowedBranchesStore } from '../branches/followed-branches.store.js';
import { PerformPushOptionsJob } from '../jobs.js';
import { defaultTarget } from '../merge-requests/default-target.rules.js';
import { MergeRequestsStore, type MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { SetAutoMerge } from '../merges/set-auto-merge.js';
import { ApplyPushOptions, type PushedBranch } from './apply.js';
import { mergeRequestOptions, type MergeRequestOptions } from './push-options.rules.js';

/** Performs the merge request options of a push, with the present permissions of its user. */
@Injectable()
export class PerformPushOptions {
  constructor(
    private readonly db: Database,
    private readonly accessResolver: AccessResolver,
    private readonly peopleFacts: PeopleFacts,
    private readonly followedBranchesStore: FollowedBranchesStore,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly applyPushOptions: ApplyPushOptions,
    private readonly setAutoMerge: SetAutoMerge,
  ) {}

  /** Ignores refusals, as the push has ended. May be repeated: the second run finds the merge request of the first. */
  @Job(PerformPushOptionsJob)
  async execute({ projectId, branch, commit, userId, pushOptions }: JobDataOf<typeof PerformPushOptionsJob>) {
    const options = mergeRequestOptions(pushOptions);
    const actor = options && (await this.peopleFacts.principal(userId));
    const source = actor && (await this.accessResolver.project({ id: projectId }, actor));
    if (!source || !may(abilities.createMergeRequest, source, actor)) return;
    try {
      await this.perform({ source, branch, commit, actor }, options);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  private async perform(pushed: PushedBranch, options: MergeRequestOptions): Promise<void> {
    const { source, branch, actor, commit } = pushed;
    const found = await this.openFrom(source.project.id, branch);
    const target = found
      ? await this.accessResolver.project({ id: found.targetProjectId }, actor)
      : await this.target(pushed, options);
    if (!target) return;
    if (found) await this.applyPushOptions.change(found, target, options, actor);
    else if (!options.creates) return;
    const iid = found?.iid ?? (await this.applyPushOptions.open(pushed, target, options));
    if (!options.autoMerge || !may(abilities.acceptMergeRequest, target, actor)) return;
    const made = await this.mergeRequestsStore.find(this.db, target.project.id, iid);
    const autoMerge = {
      userId: actor.userId,
      sha: commit,
      message: null,
      squash: null,
      squashMessage: null,
      baseUrl: null,
    };
    // A later push has another head, and its own options.
    if (made?.headSha === commit) await this.setAutoMerge.execute(made.id, autoMerge, options.removeSourceBranch);
  }

  /** Open merge request from the branch; of several, the oldest. */
  private async openFrom(projectId: ProjectId, branch: string): Promise<MergeRequestRecord | undefined> {
    const [id] = await this.followedBranchesStore.from(this.db, projectId, branch, 0, 1);
    return id === undefined ? undefined : this.mergeRequestsStore.findById(this.db, id);
  }

  /** Project that gets a new merge request: the named one, null where that is hidden from the user; else see {@link defaultTarget}. */
  private async target(
    { source, actor }: PushedBranch,
    { targetProject }: MergeRequestOptions,
  ): Promise<ProjectAccess | null> {
    if (targetProject !== undefined) return this.accessResolver.project({ path: targetProject }, actor);
    const { forkedFromId } = source.project;
    const origin = forkedFromId === null ? null : await this.accessResolver.project({ id: forkedFromId }, actor);
    return defaultTarget(source, origin);
  }
}
