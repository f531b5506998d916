import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { titleErrors, toggledTask, versionOf } from '@hearth/issuable';
import { abilities } from '../abilities.js';
import { RecordVersion } from '../diffs/record-version.js';
import { MergeRequestInvalid, MergeRequestNotFound, SameBranch, TaskChanged } from '../refusals.js';
import { ApplyChanges, widensCollaboration, type MergeRequestChanges, type Resolved } from './apply.js';
import { BranchesFacts } from './branches.facts.js';
import { ChoicesFacts } from './choices.facts.js';
import { requireAllowedIn } from './merge-request.rules.js';
import { MergeRequestsStore, type MergeRequestRecord } from './merge-requests.store.js';
import { PeopleFacts } from './people.facts.js';

/** Task of a description as the caller has seen it. */
interface SeenTask {
  /** Number of its line, from 0 on. */
  readonly line: number;
  /** `versionOf` of the description. */
  readonly version: string;
}

/** Changes, closes or reopens a merge request. */
@Injectable()
export class UpdateMergeRequest {
  constructor(
    private readonly db: Database,
    private readonly branchesFacts: BranchesFacts,
    private readonly choicesFacts: ChoicesFacts,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly recordVersion: RecordVersion,
    private readonly applyChanges: ApplyChanges,
    private readonly peopleFacts: PeopleFacts,
  ) {}

  /**
   * @param seen `versionOf` of the description that the changes are based on; undefined: of any
   * @throws MergeRequestNotFound, MergeRequestInvalid, MergeRequestExists, SameBranch, NotInForkNetwork, Forbidden; TaskChanged for a description
   *   that is not the one seen
   */
  async execute(
    access: ProjectAccess,
    iid: number,
    given: MergeRequestChanges,
    actor: Principal,
    seen?: string,
  ): Promise<void> {
    const { project } = access;
    const found = await this.mergeRequestsStore.find(this.db, project.id, iid);
    if (!found) throw MergeRequestNotFound();
    requireAllowedIn(abilities.updateMergeRequest, access, actor, found);
    const changes = await this.allowed(found, access, given, actor);
    await this.requireTarget(found, changes);
    const resolved = await this.resolve(access, found, changes, actor);
    const isOther = await this.db.tx(async (tx) => {
      const locked = await this.mergeRequestsStore.lock(tx, { id: found.id });
      if (!locked) throw MergeRequestNotFound();
      requireAllowedIn(abilities.updateMergeRequest, access, actor, locked);
      if (seen !== undefined && versionOf(locked.description ?? '') !== seen) throw TaskChanged();
      return this.applyChanges.within(tx, locked, changes, { resolved, actor });
    });
    if (isOther) await this.recordVersion.execute({ mergeRequestId: found.id, again: true });
  }

  /**
   * Ticks a task in the description, or unticks it.
   * @throws MergeRequestNotFound, Forbidden; TaskChanged when the description is another one since
   */
  async toggleTask(access: ProjectAccess, iid: number, { line, version }: SeenTask, actor: Principal): Promise<void> {
    const found = await this.mergeRequestsStore.find(this.db, access.project.id, iid);
    if (!found) throw MergeRequestNotFound();
    requireAllowedIn(abilities.updateMergeRequest, access, actor, found);
    const before = found.description ?? '';
    const description = versionOf(before) === version ? toggledTask(before, line) : undefined;
    if (description === undefined) throw TaskChanged();
    await this.execute(access, iid, { description }, actor, version);
  }

  /**
   * Selects the changes that the actor may make. Reopening one that is not closed keeps its state, even if it is closed meanwhile.
   * @throws Forbidden, NotInForkNetwork
   */
  private async allowed(
    found: MergeRequestRecord,
    access: ProjectAccess,
    given: MergeRequestChanges,
    actor: Principal,
  ): Promise<MergeRequestChanges> {
    const isManager = may(abilities.manageMergeRequest, access, actor);
    const isSettable =
      given.allowCollaboration !== undefined &&
      (await this.branchesFacts.collaborationChoices(found, access.project, actor)).includes(given.allowCollaboration);
    const allowCollaboration = isSettable ? given.allowCollaboration : undefined;
    const changes = { ...(isManager ? given : unmanaged(given)), allowCollaboration };
    if (changes.stateEvent !== 'reopen') return changes;
    if (found.state !== 'closed') return { ...changes, stateEvent: undefined };
    await this.branchesFacts.requireReopenable(found, access, actor);
    return changes;
  }

  /** @throws SameBranch, MergeRequestInvalid, MergeRequestExists */
  private async requireTarget(found: MergeRequestRecord, { targetBranch, title }: MergeRequestChanges): Promise<void> {
    const errors = title === undefined ? {} : titleErrors(title.trim());
    const isOther = targetBranch !== undefined && targetBranch !== found.targetBranch;
    const branches = { ...found, targetBranch: targetBranch ?? found.targetBranch };
    if (isOther && branches.sourceBranch === targetBranch && found.sourceProjectId === found.targetProjectId)
      throw SameBranch();
    const missing = isOther ? await this.branchesFacts.missingTarget(branches) : {};
    if (Object.keys({ ...errors, ...missing }).length > 0)
      throw MergeRequestInvalid({ errors: { ...errors, ...missing } });
    if (isOther) await this.branchesFacts.requireNoTwin(branches, found.id);
  }

  private async resolve(
    { project }: ProjectAccess,
    found: MergeRequestRecord,
    changes: MergeRequestChanges,
    actor: Principal,
  ): Promise<Resolved> {
    const { assigneeIds, reviewerIds, milestoneId, labels, addLabels, removeLabels, description } = changes;
    const wanted = [...(assigneeIds ?? []), ...(reviewerIds ?? [])];
    const former = [...(assigneeIds ? found.assigneeIds : []), ...(reviewerIds ? found.reviewerIds : [])];
    const [people, usernames, milestone, resolved, added, removed, keepsCollaboration] = await Promise.all([
      this.choicesFacts.people(project.id, wanted, description ?? ''),
      this.peopleFacts.usernames(former),
      milestoneId === undefined || milestoneId === null
        ? milestoneId
        : this.choicesFacts.milestone(project.id, { id: milestoneId }),
      labels && this.choicesFacts.labels(project.id, labels, actor),
      addLabels && this.choicesFacts.labels(project.id, addLabels, actor),
      removeLabels && this.choicesFacts.labels(project.id, removeLabels, null),
      widensCollaboration(found, changes) && this.branchesFacts.keepsCollaboration(found, project, actor),
    ]);
    const readers = people.wanted.map(({ id }) => id);
    return {
      keepsCollaboration,
      mentioned: people.mentioned,
      usernames: new Map([...usernames, ...people.wanted.map(({ id, username }) => [id, username] as const)]),
      ...(assigneeIds && { assigneeIds: readers.filter((id) => assigneeIds.includes(id)) }),
      ...(reviewerIds && { reviewerIds: readers.filter((id) => reviewerIds.includes(id)) }),
      ...(milestone !== undefined && { milestone }),
      ...(resolved && { labels: resolved }),
      ...(added && { addLabels: added }),
      ...(removed && { removeLabels: removed }),
    };
  }
}

/** Changes that authors and assignees may make without managing merge requests. */
function unmanaged(changes: MergeRequestChanges): MergeRequestChanges {
  const { title, description, targetBranch, stateEvent, forceRemoveSourceBranch, squash } = changes;
  return { title, description, targetBranch, stateEvent, forceRemoveSourceBranch, squash };
}
