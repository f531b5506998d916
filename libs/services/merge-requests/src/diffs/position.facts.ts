import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NoteInvalid, positionOn, type GivenPosition, type Position } from '@hearth/notes';
import type { FileDiff } from '@hearth/repository-contracts';
import { lineAt, type LocatedLine } from '../reviews/line.rules.js';
import { VersionFacts } from './version.facts.js';
import { VersionsStore } from './versions.store.js';

/** Merge request with the diff that a position is on. */
interface ComparedMergeRequest {
  readonly id: number;
  readonly projectId: ProjectId;
}

/** Positions of notes on the diffs of merge requests. */
@Injectable()
export class PositionFacts {
  constructor(
    private readonly db: Database,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
  ) {}

  /** Returns a position with both paths of its file; null where its commits are of no version, or the diff does not show its line. */
  async on(mergeRequest: ComparedMergeRequest, position: GivenPosition): Promise<Position | null> {
    const files = await this.files(mergeRequest, position);
    return positionOn(files, position) ?? null;
  }

  /** Returns a position with the code of its line. @throws NoteInvalid where the diff does not show it */
  async requireLine(mergeRequest: ComparedMergeRequest, position: GivenPosition): Promise<LocatedLine> {
    const files = await this.files(mergeRequest, position);
    const found = positionOn(files, position);
    if (!found) throw NoteInvalid({ failures: { line_code: ["can't be blank", 'must be a valid line code'] } });
    return lineAt(files, found);
  }

  /** @returns no files where the commits of the position are of no version */
  private async files({ id, projectId }: ComparedMergeRequest, position: GivenPosition): Promise<readonly FileDiff[]> {
    const version = await this.versionsStore.between(this.db, id, position);
    return version ? this.versionFacts.files(projectId, version) : [];
  }
}
