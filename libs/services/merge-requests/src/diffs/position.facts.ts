import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { positionOn, type GivenPosition, type Position } from '@hearth/notes';
import { VersionFacts } from './version.facts.js';
import { VersionsStore } from './versions.store.js';

/** Positions of notes on the diffs of merge requests. */
@Injectable()
export class PositionFacts {
  constructor(
    private readonly db: Database,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
  ) {}

  /** Returns a position with both paths of its file; null where its commits are of no version, or the diff does not show its line. */
  async on(
    mergeRequest: { readonly id: number; readonly projectId: ProjectId },
    position: GivenPosition,
  ): Promise<Position | null> {
    const version = await this.versionsStore.between(this.db, mergeRequest.id, position);
    if (!version) return null;
    return positionOn(await this.versionFacts.files(mergeRequest.projectId, version), position) ?? null;
  }
}
