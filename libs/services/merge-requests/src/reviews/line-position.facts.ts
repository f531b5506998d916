import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { GivenPosition, Noteable } from '@hearth/notes';
import { VersionFacts } from '../diffs/version.facts.js';
import { VersionsStore } from '../diffs/versions.store.js';
import { fileIdOf, positionAt } from './line.rules.js';

/** Line as the page of changes names it. */
export interface NamedLine {
  readonly fileId: string | undefined;
  readonly place: string | undefined;
  /** Place of the first line of a range. */
  readonly from: string | undefined;
}

/** Positions of lines that the page of changes names. */
@Injectable()
export class LinePositionFacts {
  constructor(
    private readonly db: Database,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
  ) {}

  /** @returns undefined where the version does not change the line */
  async of(
    { id, projectId }: Noteable,
    versionId: number,
    { fileId, place, from }: NamedLine,
  ): Promise<GivenPosition | undefined> {
    const version = await this.versionsStore.find(this.db, id, versionId);
    if (!version || place === undefined) return undefined;
    const files = await this.versionFacts.files(projectId, version);
    const file = files.find((each) => fileIdOf(each) === fileId);
    return file && positionAt(version, file, place, from);
  }
}
