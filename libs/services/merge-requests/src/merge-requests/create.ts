import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { titleErrors } from '@hearth/issuable';
import { Jobs } from '@hearth/jobs';
import { VersionFacts } from '../diffs/version.facts.js';
import { VersionsStore, type VersionColumns } from '../diffs/versions.store.js';
import { SyncMergeRequestJob } from '../jobs.js';
import { MergeRequestInvalid } from '../refusals.js';
import { squashesByDefault } from '../merges/squash.rules.js';
import { BranchesFacts } from './branches.facts.js';
import { MergeRequestEvents } from './merge-request-events.js';
import { branchErrors } from './merge-request.rules.js';
import { MergeRequestsStore, type MergeRequestBranches } from './merge-requests.store.js';
import { OpeningFacts, type Opening } from './opening.facts.js';

/** Request for a new merge request. */
export interface NewMergeRequest {
  readonly title: string;
  readonly description: string | null;
  readonly sourceBranch: string;
  readonly targetBranch: string;
  /** Null: the source. */
  readonly targetProjectId: ProjectId | null;
  readonly forceRemoveSourceBranch: boolean | null;
  /** Undefined: as the target does by default. */
  readonly squash: boolean | undefined;
  /** Ignored where it is not possible, see `BranchesFacts.maySetCollaboration`. */
  readonly allowCollaboration?: boolean | undefined;
  /** The following fields are for callers who manage merge requests of the target, and ignored from others. */
  readonly assigneeIds: readonly number[];
  readonly reviewerIds: readonly number[];
  readonly milestoneId: number | null;
  readonly labels: readonly string[];
}

/** Opens a merge request. */
@Injectable()
export class CreateMergeRequest {
  constructor(
    private readonly db: Database,
    private readonly branchesFacts: BranchesFacts,
    private readonly openingFacts: OpeningFacts,
    private readonly versionFacts: VersionFacts,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly versionsStore: VersionsStore,
    private readonly mergeRequestEvents: MergeRequestEvents,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Writes the head in the target's repository under a number that is taken first, so that a failure leaves only an unused number.
   * @param source project whose ability to have merge requests from it was checked
   * @returns the target, and the number of the merge request in it
   * @throws MergeRequestInvalid, MergeRequestExists, SameBranch, NotInForkNetwork, MergeRequestsDisabled, Forbidden; ProjectNotFound for a
   * target that is unknown or hidden
   */
  async execute(
    source: ProjectAccess,
    given: NewMergeRequest,
    author: Principal,
  ): Promise<{ target: ProjectAccess; iid: number }> {
    const target = await this.branchesFacts.target(source, given.targetProjectId, author);
    const branches = {
      sourceProjectId: source.project.id,
      sourceBranch: given.sourceBranch,
      targetProjectId: target.project.id,
      targetBranch: given.targetBranch,
    };
    await this.branchesFacts.requireMergeable(source, target, branches, author);
    const title = given.title.trim();
    const errors = { ...titleErrors(title), ...(await this.branchesFacts.missing(branches)) };
    if (Object.keys(errors).length > 0) throw MergeRequestInvalid({ errors });
    const opening = await this.openingFacts.of(target, { ...given, title }, author);
    const allowCollaboration =
      given.allowCollaboration === true &&
      (await this.branchesFacts.maySetCollaboration(source, target.project, branches, author));
    const iid = await this.db.tx((tx) => this.mergeRequestsStore.takeIid(tx, target.project.id));
    const version = await this.versionFacts.current(iid, branches);
    // A branch was deleted meanwhile, or has no commits.
    if (!version) throw MergeRequestInvalid({ errors: branchErrors({ source: given.sourceBranch }) });
    await this.insert(iid, { ...given, ...branches, allowCollaboration }, { target, opening, version, author });
    return { target, iid };
  }

  private insert(
    iid: number,
    given: NewMergeRequest & MergeRequestBranches & { readonly allowCollaboration: boolean },
    { target, opening, version, author }: Made,
  ): Promise<void> {
    const { title, description, labels, milestone, mentioned, subscribed } = opening;
    const squash = given.squash ?? squashesByDefault(target.project);
    const columns = { ...given, title, description, squash, milestoneId: milestone?.id ?? null };
    return this.db.tx(async (tx) => {
      const id = await this.mergeRequestsStore.insert(tx, iid, author.userId, columns);
      await this.mergeRequestsStore.knowProject(tx, target.project);
      if (milestone) await this.mergeRequestsStore.knowMilestone(tx, milestone);
      await this.mergeRequestsStore.setLabels(tx, id, labels);
      await this.mergeRequestsStore.assign(tx, id, 'assignee', opening.assigneeIds);
      await this.mergeRequestsStore.assign(tx, id, 'reviewer', opening.reviewerIds);
      await this.mergeRequestsStore.mention(tx, id, mentioned);
      if (subscribed !== undefined) await this.mergeRequestsStore.subscribe(tx, id, author.userId, subscribed);
      await this.versionsStore.add(tx, id, version);
      const text = `${title}\n${description ?? ''}`;
      await this.mergeRequestEvents.mentioned(tx, { projectId: target.project.id, iid }, text, author.userId);
      const labelIds = labels.map((label) => label.id);
      const made = { ...columns, id, iid, headSha: version.headSha, labelIds };
      await this.mergeRequestEvents.created(tx, made, author.userId);
      // The source branch may have moved before its pushes could find the merge request.
      await this.jobs.add(tx, SyncMergeRequestJob, { mergeRequestId: id }, { singletonKey: String(id) });
    });
  }
}

interface Made {
  readonly target: ProjectAccess;
  readonly opening: Opening;
  readonly version: VersionColumns;
  readonly author: Principal;
}
