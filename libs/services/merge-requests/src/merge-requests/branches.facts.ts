import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectCard, ProjectId, Refusal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden, ProjectNotFound } from '@hearth/http';
import { abilities } from '../abilities.js';
import { VersionFacts } from '../diffs/version.facts.js';
import {
  MergeRequestExists,
  MergeRequestsDisabled,
  NotInForkNetwork,
  SameBranch,
  type FieldErrors,
} from '../refusals.js';
import { isCollaborationPossible } from '../collaborations/collaboration.rules.js';
import { CandidateFacts } from '../mergeability/candidate.facts.js';
import { areRelated, branchErrors } from './merge-request.rules.js';
import { MergeRequestsStore, type MergeRequestBranches, type MergeRequestRecord } from './merge-requests.store.js';
import { PeopleFacts } from './people.facts.js';

/** Checks of the branches of merge requests. */
@Injectable()
export class BranchesFacts {
  constructor(
    private readonly db: Database,
    private readonly accessResolver: AccessResolver,
    private readonly versionFacts: VersionFacts,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly peopleFacts: PeopleFacts,
    private readonly candidateFacts: CandidateFacts,
  ) {}

  /**
   * Target project of a merge request.
   * @throws ProjectNotFound where it is unknown or hidden from the caller
   */
  async target(source: ProjectAccess, id: ProjectId | null, caller: Principal): Promise<ProjectAccess> {
    if (id === null || id === source.project.id) return source;
    // No project has an id below 1, and the contract refuses one.
    const target = id > 0 ? await this.accessResolver.project({ id }, caller) : null;
    if (!target) throw ProjectNotFound();
    return target;
  }

  /** @throws SameBranch, NotInForkNetwork, MergeRequestExists, MergeRequestsDisabled, Forbidden */
  async requireMergeable(
    source: ProjectAccess,
    target: ProjectAccess,
    branches: MergeRequestBranches,
    caller: Principal,
  ): Promise<void> {
    const isOne = source.project.id === target.project.id;
    if (isOne && branches.sourceBranch === branches.targetBranch) throw SameBranch();
    if (!areRelated(source.project, target.project)) throw NotInForkNetwork();
    await this.requireNoTwin(branches);
    if (isOne || may(abilities.createMergeRequestIn, target, caller)) return;
    throw target.project.features.mergeRequests === 'disabled' ? MergeRequestsDisabled() : Forbidden();
  }

  /**
   * Values that the actor may set `allowCollaboration` of a merge request to. The author and members of the source project may set false also where
   * true has no effect now: it would have one later.
   */
  async collaborationChoices(
    found: MergeRequestRecord,
    target: ProjectCard,
    actor: Principal,
  ): Promise<readonly boolean[]> {
    if (found.sourceProjectId === target.id) return [];
    const source = await this.accessResolver.project({ id: found.sourceProjectId }, actor);
    if (source && (await this.maySetCollaboration(source, target, found, actor))) return [true, false];
    return found.authorId === actor.userId || isMemberWhoPushes(source, actor) ? [false] : [];
  }

  /** Whether the actor keeps the permission of a merge request for members of the target, whatever else changes. */
  async keepsCollaboration(found: MergeRequestRecord, target: ProjectCard, actor: Principal): Promise<boolean> {
    return found.allowCollaboration && (await this.collaborationChoices(found, target, actor)).includes(true);
  }

  /** Whether a user may let members of the target push to a source branch. */
  async maySetCollaboration(
    source: ProjectAccess,
    target: ProjectCard,
    { sourceBranch: branch }: Pick<MergeRequestBranches, 'sourceBranch'>,
    caller: Principal,
  ): Promise<boolean> {
    if (!isCollaborationPossible(source.project, target) || !may(abilities.pushCode, source, caller)) return false;
    return !(await this.candidateFacts.protection({ projectId: source.project.id, branch })).protected;
  }

  /** @throws MergeRequestExists where another open merge request has the same branches */
  async requireNoTwin(branches: MergeRequestBranches, self?: number): Promise<void> {
    const title = await this.mergeRequestsStore.twin(this.db, branches, self);
    if (title !== undefined) throw MergeRequestExists({ title });
  }

  /**
   * Checks that the actor, or else the author, may still create merge requests from the source: an open one shows its new commits to all
   * readers of the target.
   * @throws Forbidden also where the source is gone or hidden; NotInForkNetwork
   */
  async requireReopenable(found: MergeRequestRecord, target: ProjectAccess, actor: Principal): Promise<void> {
    const refusal = await this.sourceRefusal(found, target, actor);
    if (refusal) throw refusal;
  }

  /** Whether the actor may reopen a merge request: no other open one has the same branches, and the source is readable as for a new one. */
  async canReopen(found: MergeRequestRecord, target: ProjectAccess, actor: Principal): Promise<boolean> {
    return (await this.isAlone(found)) && (await this.sourceRefusal(found, target, actor)) === undefined;
  }

  private async sourceRefusal(
    { sourceProjectId, authorId }: MergeRequestRecord,
    target: ProjectAccess,
    actor: Principal,
  ): Promise<Refusal | undefined> {
    const source =
      (await this.source(sourceProjectId, actor)) ??
      (await this.source(sourceProjectId, await this.peopleFacts.principal(authorId)));
    if (!source) return Forbidden();
    return areRelated(source, target.project) ? undefined : NotInForkNetwork();
  }

  /** Source project, if the user may create merge requests from it. */
  private async source(id: ProjectId, user: Principal | undefined): Promise<ProjectCard | undefined> {
    const access = user && (await this.accessResolver.project({ id }, user));
    return access && may(abilities.createMergeRequest, access, user) ? access.project : undefined;
  }

  /** Whether no other open merge request has the same branches. */
  private async isAlone(found: MergeRequestRecord): Promise<boolean> {
    return (await this.mergeRequestsStore.twin(this.db, found, found.id)) === undefined;
  }

  /** Whether the target of a merge request may become another branch: it exists, is not the source, and no other open one has these branches. */
  async canTarget(found: MergeRequestRecord, targetBranch: string): Promise<boolean> {
    const isSource = found.sourceProjectId === found.targetProjectId && found.sourceBranch === targetBranch;
    if (isSource || !(await this.isAlone({ ...found, targetBranch }))) return false;
    return (await this.versionFacts.tips({ ...found, targetBranch })).target !== null;
  }

  /** Error of the target branch, by field of the API, if it does not exist. */
  async missingTarget(branches: MergeRequestBranches): Promise<FieldErrors> {
    const { target } = await this.versionFacts.tips(branches);
    return branchErrors({ target: target === null ? branches.targetBranch : undefined });
  }

  /** Errors of branches that do not exist, by field of the API. */
  async missing(branches: MergeRequestBranches): Promise<FieldErrors> {
    const { source, target } = await this.versionFacts.tips(branches);
    return branchErrors({
      source: source === null ? branches.sourceBranch : undefined,
      target: target === null ? branches.targetBranch : undefined,
    });
  }
}

/** Whether a user may push to a project, or could if it were not archived. */
function isMemberWhoPushes(source: ProjectAccess | null, user: Principal): boolean {
  if (source === null) return false;
  return may(abilities.pushCode, { ...source, project: { ...source.project, archived: false } }, user);
}
