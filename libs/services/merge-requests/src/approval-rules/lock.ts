import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ApprovalsStore } from '../approvals/approvals.store.js';
import { requireAllowedIn } from '../merge-requests/merge-request.rules.js';
import { MergeRequestsStore, type MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { MergeRequestNotFound } from '../refusals.js';

/** Locks a merge request whose approval rules the actor may change. */
@Injectable()
export class LockRules {
  constructor(
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly approvalsStore: ApprovalsStore,
  ) {}

  /** @throws MergeRequestNotFound; Forbidden also where the project disables overriding, and once a merge runs or has ended */
  async within(tx: Tx, access: ProjectAccess, iid: number, actor: Principal): Promise<MergeRequestRecord> {
    const projectId = access.project.id;
    const found = await this.mergeRequestsStore.lock(tx, { targetProjectId: projectId, iid });
    if (!found) throw MergeRequestNotFound();
    requireAllowedIn(abilities.updateMergeRequest, access, actor, found);
    const { overridingDisabled } = await this.approvalsStore.settings(tx, projectId);
    if (overridingDisabled || found.state === 'merged' || found.state === 'locked') throw Forbidden();
    return found;
  }
}
