import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { BuildVariable } from '../variables/variable.rules.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ArtifactsStore } from './artifacts.store.js';
import { dotenvVariables } from './dotenv.rules.js';
import { gzipMembers } from './gzip.rules.js';

/** Largest report in bytes, unpacked. */
const MOST_BYTES = 5 * 1024;

/** Reads the variables that jobs report in their artifacts. */
@Injectable()
export class ReportedVariablesFacts {
  constructor(
    private readonly db: Database,
    private readonly storage: ArtifactStorage,
    private readonly artifactsStore: ArtifactsStore,
  ) {}

  /** Returns the variables in a job's report; undefined for a report that is too large, damaged, or has other lines. A missing report has none. */
  async of(projectId: ProjectId, jobId: number): Promise<readonly BuildVariable[] | undefined> {
    const report = await this.artifactsStore.find(this.db, projectId, { jobId, type: 'dotenv' });
    const stored = report && report.size <= 2 * MOST_BYTES ? await this.storage.objects?.get(report.object) : undefined;
    if (!report || !stored) return report ? undefined : [];
    const texts = textsIn(await buffer(stored.content));
    const variables = texts?.map(dotenvVariables);
    return variables?.every((each) => each !== undefined) ? variables.flat() : undefined;
  }
}

function textsIn(report: Buffer): readonly string[] | undefined {
  try {
    return [...gzipMembers(report, MOST_BYTES)].map((file) => file.toString('utf8'));
  } catch {
    return undefined;
  }
}
