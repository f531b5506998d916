import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { BuildVariable } from '../variables/variable.rules.js';
import { Archive } from './archive.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ArtifactsStore } from './artifacts.store.js';
import { dotenvVariables } from './dotenv.rules.js';

/** Largest report, in bytes. */
const MOST_BYTES = 5 * 1024;

/** Reads the variables that jobs report in their artifacts. */
@Injectable()
export class ReportedVariablesFacts {
  constructor(
    private readonly db: Database,
    private readonly storage: ArtifactStorage,
    private readonly artifactsStore: ArtifactsStore,
  ) {}

  /** Returns the variables in files of a job's archive; undefined for a file that is too large or has other lines. A missing file has none. */
  async of(
    projectId: ProjectId,
    jobId: number,
    paths: readonly string[],
  ): Promise<readonly BuildVariable[] | undefined> {
    const { objects } = this.storage;
    const artifacts = await this.artifactsStore.find(this.db, projectId, { jobId });
    if (!objects || !artifacts) return [];
    const archive = new Archive(objects, artifacts.object, artifacts.size);
    const all: BuildVariable[] = [];
    for (const path of paths) {
      const file = await archive.open(path);
      if (!file) continue;
      if (file.size > MOST_BYTES) {
        file.content.destroy();
        return undefined;
      }
      const variables = dotenvVariables((await buffer(file.content)).toString('utf8'));
      if (!variables) return undefined;
      all.push(...variables);
    }
    return all;
  }
}
