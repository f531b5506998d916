import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId, PublicAddresses } from '@hearth/contract-kit';
import type { UserCard } from '@hearth/identity-contracts';
import { FindRefsQuery, RefProtectionQuery, type CommitCard } from '@hearth/repository-contracts';
import type { PushSubject, ReleaseSubject } from '../hook-deliveries/delivery.rules.js';
import { readPushDetails, type PushDetails } from '../repositories/push-details.facts.js';
import { fullNameOf, refOf } from '../repositories/ref.rules.js';
import type { PayloadProject } from './payloads.store.js';
import { RecordFacts } from './record.facts.js';

/** Facts of the payload of a changed ref. */
export interface RefUpdateFacts extends PublicAddresses {
  readonly push: PushSubject;
  readonly project: PayloadProject;
  /** Null for a user who was deleted for good. */
  readonly user: UserCard | null;
}

/** Facts of the payload of a push. */
export interface PushFacts extends RefUpdateFacts {
  readonly details: PushDetails;
  readonly isProtected: boolean;
}

/** Facts of the payload of a release. */
export interface ReleaseFacts extends ReleaseSubject, PublicAddresses {
  readonly project: PayloadProject;
  /** Of the tag; null when the tag is gone. */
  readonly commit: CommitCard | null;
}

/** Reads what payloads say about pushes and releases. */
@Injectable()
export class PushPayloadFacts {
  constructor(
    private readonly calls: Calls,
    private readonly recordFacts: RecordFacts,
  ) {}

  /** @returns undefined when the project is gone */
  async ofPush(projectId: ProjectId, push: PushSubject): Promise<PushFacts | undefined> {
    const update = await this.ofRefUpdate(projectId, push);
    if (!update) return undefined;
    const [details, isProtected] = await Promise.all([
      readPushDetails(this.calls, push, { withFiles: true }),
      this.isProtected(projectId, push.ref),
    ]);
    return { ...update, details, isProtected };
  }

  /** @returns undefined when the project is gone */
  async ofRefUpdate(projectId: ProjectId, push: PushSubject): Promise<RefUpdateFacts | undefined> {
    const project = await this.recordFacts.project(projectId);
    if (!project) return undefined;
    const users = await this.recordFacts.users([push.userId]);
    return { push, project, user: users.get(push.userId) ?? null, ...this.recordFacts.addresses };
  }

  /** @returns undefined when the project is gone */
  async ofRelease(projectId: ProjectId, subject: ReleaseSubject): Promise<ReleaseFacts | undefined> {
    const project = await this.recordFacts.project(projectId);
    if (!project) return undefined;
    const { tag } = subject.release;
    const { tags } = await this.calls.query(FindRefsQuery, { projectId, branches: [], tags: [tag] });
    const ref = fullNameOf({ refType: 'tag', ref: tag });
    const change = { projectId, ref, oldId: null, newId: tags[0] ?? null, defaultBranch: project.defaultBranch };
    const { commits } = await readPushDetails(this.calls, change, { withFiles: false });
    return { ...subject, project, commit: commits[0]?.commit ?? null, ...this.recordFacts.addresses };
  }

  private async isProtected(projectId: ProjectId, fullName: string): Promise<boolean> {
    const { refType, ref } = refOf(fullName)!;
    const asked = refType === 'branch' ? { branches: [ref] } : { branches: [], tags: [ref] };
    const { branches, tags } = await this.calls.query(RefProtectionQuery, { projectId, ...asked });
    return [...branches, ...tags].some((found) => found.protected);
  }
}
