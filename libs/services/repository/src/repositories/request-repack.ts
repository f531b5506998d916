import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import type { Jobs } from '@hearth/jobs';
import { RepackRepositoryJob } from '../jobs.js';

/** Repository to repack, or a copy of it. */
export interface RepackRequest {
  readonly projectId: ProjectId;
  /** That of the repository or the copy. */
  readonly storage: string;
  readonly waits?: number;
}

/** Schedules the repack of a repository or a copy, once for all requests until it runs. */
export function requestRepack(
  jobs: Jobs,
  tx: Tx,
  data: RepackRequest,
  delay: { readonly startAfterSeconds?: number } = {},
): Promise<void> {
  const { projectId, storage } = data;
  return jobs.add(tx, RepackRepositoryJob, data, { storage, singletonKey: String(projectId), ...delay });
}
