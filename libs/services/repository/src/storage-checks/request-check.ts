import type { Tx } from '@hearth/data';
import type { Jobs } from '@hearth/jobs';
import { CheckStorageJob } from '../jobs.js';
import type { StorageChecksStore } from './storage-checks.store.js';

/** Has the owner of a storage check what is on it. A check that is running goes on. */
export async function requestCheck(
  tx: Tx,
  storage: string,
  { checks, jobs }: { readonly checks: StorageChecksStore; readonly jobs: Jobs },
): Promise<void> {
  await checks.request(tx, storage);
  await jobs.add(tx, CheckStorageJob, { storage }, { storage, singletonKey: storage });
}
