import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Noteable } from '@hearth/notes';
import { VersionFacts } from '../diffs/version.facts.js';
import { VersionsStore } from '../diffs/versions.store.js';
import { fileIdOf } from './line.rules.js';
import { ViewedFilesStore } from './viewed-files.store.js';

/** Marks a file as viewed by a user, until its content changes. */
@Injectable()
export class MarkViewed {
  constructor(
    private readonly db: Database,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
    private readonly viewedFilesStore: ViewedFilesStore,
  ) {}

  /** Does nothing for a file that the newest version does not change. @param blob the content that the user saw; null removes the mark */
  async execute({ id, projectId }: Noteable, fileId: string, blob: string | null, userId: UserId): Promise<void> {
    if (blob === null) return this.db.tx((tx) => this.viewedFilesStore.unmark(tx, id, userId, fileId));
    const version = await this.versionsStore.latest(this.db, id);
    const files = version ? await this.versionFacts.files(projectId, version) : [];
    if (!files.some((file) => fileIdOf(file) === fileId)) return;
    await this.db.tx((tx) => this.viewedFilesStore.mark(tx, id, userId, fileId, blob));
  }
}
