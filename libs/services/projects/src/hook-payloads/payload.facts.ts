import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { OwnAddress } from '@hearth/config';
import type { OutputOf, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { CommitMissing, FindRefsQuery, PushDetailsQuery, type CommitCard } from '@hearth/repository-contracts';
import { DeliveriesStore, type PayloadProject } from '../hook-deliveries/deliveries.store.js';
import type { PushSubject, ReleaseSubject } from '../hook-deliveries/delivery.rules.js';
import { branchOf, fullNameOf } from '../repositories/ref.rules.js';

/** Facts of the payload of a push. */
export interface PushFacts {
  readonly push: PushSubject;
  readonly project: PayloadProject;
  /** Null for a user who was deleted for good. */
  readonly user: UserCard | null;
  readonly details: OutputOf<typeof PushDetailsQuery>;
  readonly baseUrl: string;
}

/** Facts of the payload of a release. */
export interface ReleaseFacts extends ReleaseSubject {
  readonly project: PayloadProject;
  /** Of the tag; null when the tag is gone. */
  readonly commit: CommitCard | null;
  readonly baseUrl: string;
}

/** Reads what payloads consist of, from this service and the owners of the rest. */
@Injectable()
export class PayloadFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly deliveriesStore: DeliveriesStore,
    private readonly ownAddress: OwnAddress,
  ) {}

  /** @returns undefined when the project is gone */
  async ofPush(projectId: ProjectId, push: PushSubject): Promise<PushFacts | undefined> {
    const project = await this.deliveriesStore.project(this.db, projectId);
    if (!project) return undefined;
    const { users } = await this.calls.query(UsersByIdsQuery, { ids: [push.userId] });
    const details = await this.details(push);
    return { push, project, user: users[0] ?? null, details, baseUrl: this.ownAddress.url ?? '' };
  }

  /** @returns undefined when the project is gone */
  async ofRelease(projectId: ProjectId, subject: ReleaseSubject): Promise<ReleaseFacts | undefined> {
    const project = await this.deliveriesStore.project(this.db, projectId);
    if (!project) return undefined;
    const { tag } = subject.release;
    const { tags } = await this.calls.query(FindRefsQuery, { projectId, branches: [], tags: [tag] });
    const newId = tags[0] ?? null;
    const { defaultBranch } = project;
    const { commits } = await this.details({
      projectId,
      ref: fullNameOf({ refType: 'tag', ref: tag }),
      oldId: null,
      newId,
      defaultBranch,
    });
    return { ...subject, project, commit: commits[0]?.commit ?? null, baseUrl: this.ownAddress.url ?? '' };
  }

  /** Without commits for a deletion, and where the pushed commits are gone. */
  private async details(push: Omit<PushSubject, 'userId'>): Promise<PushFacts['details']> {
    const { projectId, ref, oldId, newId, defaultBranch } = push;
    const none = { checkoutId: newId, message: null, commits: [], total: 0 };
    if (newId === null) return none;
    const isDefaultBranch = branchOf(ref) === defaultBranch;
    try {
      return await this.calls.query(PushDetailsQuery, { projectId, ref, from: oldId, to: newId, isDefaultBranch });
    } catch (error) {
      if (CommitMissing.is(error)) return none;
      throw error;
    }
  }
}
