import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import { Calls, answerOr } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectCard, ProjectId, UserId } from '@hearth/contract-kit';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { ProtectedRefsQuery, RefProtectionQuery } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { abilities } from '../abilities.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { mayMergeInto } from '../mergeability/mergeability.rules.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { isCollaborationPossible } from './collaboration.rules.js';
import { CollaborationsStore, type Collaboration } from './collaborations.store.js';

/** Most targets of the merge requests from one fork that are looked at: as many projects as one question takes. */
const MOST_TARGETS = 100;

/** Access of a user to the project that a merge request comes from. */
export interface SourceAccess {
  /** Null where it is hidden from the user. */
  readonly source: ProjectAccess | null;
  /** Whether the user may push to the source branch, unless it is protected. */
  readonly pushesToSource: boolean;
}

/** Source branches of forks that members of the targets of open merge requests may push to. */
@Injectable()
export class CollaborationsFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly accessResolver: AccessResolver,
    private readonly collaborationsStore: CollaborationsStore,
    private readonly peopleFacts: PeopleFacts,
  ) {}

  /**
   * Returns the branches of a fork that a user may push to without the right to push to the fork: the sources of open merge requests that allow
   * it, whose authors may push to the fork, and whose target branches the user may merge into. Branches that are protected are included. A target
   * whose storage does not answer gives none.
   * @param branch only this one
   */
  async branchesFor(projectId: ProjectId, userId: UserId, branch?: string): Promise<string[]> {
    const open = await this.collaborationsStore.open(this.db, projectId, branch);
    const user = open.length > 0 ? await this.peopleFacts.principal(userId) : undefined;
    const source = user && (await this.accessResolver.project({ id: projectId }, user));
    return source ? this.branchesAmong(open, source, user) : [];
  }

  private async branchesAmong(
    open: readonly Collaboration[],
    source: ProjectAccess,
    user: Principal,
  ): Promise<string[]> {
    if (!may(abilities.downloadCode, source, user)) return [];
    const mergeable = await this.mergeable(open, source.project, user);
    const authors = await this.pushersAmong(mergeable, source.project.id);
    const allowed = mergeable.filter(({ authorId }) => authors.has(authorId));
    return [...new Set(allowed.map(({ sourceBranch }) => sourceBranch))];
  }

  /** Returns the source of a merge request. @param target the project of its page */
  async source(record: MergeRequestRecord, target: ProjectAccess, user: Principal): Promise<SourceAccess> {
    const { sourceProjectId: id, targetProjectId } = record;
    const source = id === targetProjectId ? target : ((await this.accessResolver.project({ id }, user)) ?? null);
    return { source, pushesToSource: await this.mayPush(source, record, user) };
  }

  /** Whether a user may push to the source branch of a merge request, unless it is protected. @param source null where it is hidden from the user */
  async mayPush(
    source: ProjectAccess | null,
    { sourceBranch, allowCollaboration }: Pick<MergeRequestRecord, 'sourceBranch' | 'allowCollaboration'>,
    user: Principal,
  ): Promise<boolean> {
    if (source === null || may(abilities.pushCode, source, user)) return source !== null;
    if (!allowCollaboration) return false;
    const open = await this.collaborationsStore.open(this.db, source.project.id, sourceBranch);
    return open.length > 0 && (await this.branchesAmong(open, source, user)).length > 0;
  }

  /**
   * Returns the ids of the merge requests, at most 100, whose source branches members of the target may push to now; none while repository does
   * not answer.
   * @param cardOf card of a target project
   */
  async allowedAmong(
    records: readonly MergeRequestRecord[],
    cardOf: (projectId: ProjectId) => ProjectCard,
  ): Promise<ReadonlySet<number>> {
    const wanted = records.filter(({ allowCollaboration }) => allowCollaboration);
    if (wanted.length === 0) return new Set();
    const refs = wanted.map(({ sourceProjectId, sourceBranch }) => ({
      ...{ projectId: sourceProjectId, name: sourceBranch, tag: false },
    }));
    const [{ projects }, { protected: isProtected }] = await Promise.all([
      this.calls.query(ProjectsByIdsQuery, { ids: [...new Set(refs.map(({ projectId }) => projectId))] }),
      answerOr(this.calls.query(ProtectedRefsQuery, { refs }), { protected: refs.map(() => true) }),
    ]);
    const sources = new Map(projects.map((project) => [project.id, project]));
    const allowed = wanted.filter(({ sourceProjectId, targetProjectId }, place) => {
      const source = sources.get(sourceProjectId);
      return source && !isProtected[place] && isCollaborationPossible(source, cardOf(targetProjectId));
    });
    return new Set(allowed.map(({ id }) => id));
  }

  /** Selects the merge requests with target branches that the user may merge into. */
  private async mergeable(
    open: readonly Collaboration[],
    source: ProjectCard,
    user: Principal,
  ): Promise<readonly Collaboration[]> {
    const byTarget = Map.groupBy(open, ({ targetProjectId }) => targetProjectId);
    const ids = [...byTarget.keys()].slice(0, MOST_TARGETS);
    const targets = await this.accessResolver.projects(
      ids.map((id) => ({ id })),
      user,
    );
    const isTarget = (access: ProjectAccess | null): access is ProjectAccess =>
      access !== null &&
      isCollaborationPossible(source, access.project) &&
      may(abilities.acceptMergeRequest, access, user);
    const mergeable = targets.filter(isTarget).map(async ({ project: { id }, level }) => {
      const into = byTarget.get(id)!;
      const branches = into.map(({ targetBranch }) => targetBranch);
      const protection = await answerOr(this.calls.query(RefProtectionQuery, { projectId: id, branches }), null);
      return protection ? into.filter((_, place) => mayMergeInto(protection.branches[place]!, level)) : [];
    });
    return (await Promise.all(mergeable)).flat();
  }

  /** Selects the authors with push access to the fork: only they may share its branches. */
  private async pushersAmong(mergeable: readonly Collaboration[], projectId: ProjectId): Promise<ReadonlySet<UserId>> {
    const ids = [...new Set(mergeable.map(({ authorId }) => authorId))];
    const pushers = await Promise.all(
      ids.map(async (id) => {
        const author = await this.peopleFacts.principal(id);
        const access = author && (await this.accessResolver.project({ id: projectId }, author));
        return access && may(abilities.pushCode, access, author) ? [id] : [];
      }),
    );
    return new Set(pushers.flat());
  }
}
