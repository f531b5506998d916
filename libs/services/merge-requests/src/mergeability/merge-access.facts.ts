import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';
import type { Mergeable } from '../merges/merges.store.js';
import { CandidateFacts } from './candidate.facts.js';
import { mayMergeInto } from './mergeability.rules.js';

/** Permission to merge: to push to the target branch, or to merge into it. */
@Injectable()
export class MergeAccessFacts {
  constructor(private readonly candidateFacts: CandidateFacts) {}

  async mayMerge(
    { targetProjectId: projectId, targetBranch: branch }: Pick<Mergeable, 'targetProjectId' | 'targetBranch'>,
    { project, level }: ProjectAccess,
    caller: Principal,
  ): Promise<boolean> {
    if (!isAllowed(abilities.acceptMergeRequest, { ...project, level }, caller)) return false;
    return mayMergeInto(await this.candidateFacts.protection({ projectId, branch }), level);
  }
}
