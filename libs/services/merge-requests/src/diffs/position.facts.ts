import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NoteInvalid, positionOn, type GivenPosition, type Position } from '@hearth/notes';
import { lineAt, type LocatedLine } from '../reviews/line.rules.js';
import { VersionFacts } from './version.facts.js';
import { VersionsStore } from './versions.store.js';

/** Merge request with the diff. */
interface Located {
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
  async on(mergeRequest: Located, position: GivenPosition): Promise<Position | null> {
    return (await this.line(mergeRequest, position))?.position ?? null;
  }

  /** Returns a position with the code of its line. @throws NoteInvalid where the diff does not show it */
  async requireLine(mergeRequest: Located, position: GivenPosition): Promise<LocatedLine> {
    const line = await this.line(mergeRequest, position);
    if (!line) throw NoteInvalid({ failures: { line_code: ["can't be blank", 'must be a valid line code'] } });
    return line;
  }

  private async line(mergeRequest: Located, position: GivenPosition): Promise<LocatedLine | null> {
    const version = await this.versionsStore.between(this.db, mergeRequest.id, position);
    if (!version) return null;
    const files = await this.versionFacts.files(mergeRequest.projectId, version);
    const found = positionOn(files, position);
    return found ? lineAt(files, found) : null;
  }
}
