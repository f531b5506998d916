import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { MergeRequestEvents } from '../merge-requests/merge-request-events.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { VersionFacts } from './version.facts.js';
import { VersionsStore, type VersionColumns } from './versions.store.js';

/** Brings an open merge request up to its source branch: a moved branch makes a version, and ends the wish to merge. */
@Injectable()
export class RecordVersion {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
    private readonly mergeRequestEvents: MergeRequestEvents,
  ) {}

  /**
   * May be repeated at any time; nothing happens to one that is not open, or whose branches are gone.
   * @param again a version is made also where only the target differs: it is another branch, or the merge request was closed for a while
   */
  async execute(mergeRequestId: number, { again = false }: { again?: boolean } = {}): Promise<void> {
    const before = await this.mergeRequestsStore.findById(this.db, mergeRequestId);
    if (before?.state !== 'opened') return;
    const version = await this.versionFacts.current(before.iid, before);
    if (!version || (!again && version.headSha === before.headSha)) return;
    await this.db.tx(async (tx) => {
      const locked = await this.mergeRequestsStore.lock(tx, { id: mergeRequestId });
      // Another run was faster, or the branches are others now: the job that was added with that change makes the version.
      if (locked?.state !== 'opened' || locked.targetBranch !== before.targetBranch) return;
      if (locked.headSha !== before.headSha) return;
      const isMoved = version.headSha !== locked.headSha;
      if (!isMoved && isSame(version, await this.versionsStore.latest(tx, mergeRequestId))) return;
      await this.versionsStore.add(tx, mergeRequestId, version);
      if (isMoved) await this.versionsStore.clearWish(tx, mergeRequestId);
      await this.mergeRequestEvents.updated(tx, { ...locked, headSha: version.headSha }, ['version'], null);
    });
  }
}

function isSame(version: VersionColumns, latest: VersionColumns | undefined): boolean {
  return version.baseSha === latest?.baseSha && version.startSha === latest.startSha;
}
