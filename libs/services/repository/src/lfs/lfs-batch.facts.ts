import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { SizeLimitFacts } from '../git-http/size-limit.facts.js';
import type { AdmittedLfs } from './lfs-admission.js';
import { LFS_TOO_MANY, LFS_WRONG_HASH, LFS_WRONG_TRANSFER, refusalOfSize, type LfsRefusal } from './lfs-answers.js';
import { MOST_OBJECTS, type LfsBatch, type LfsPointer } from './lfs-batch.params.js';
import {
  presentBatch,
  presentDownload,
  presentUpload,
  type LfsBatchAnswer,
  type LfsContents,
} from './lfs-batch.view.js';
import { LfsObjectsStore } from './lfs-objects.store.js';
import { LfsStorage } from './lfs-storage.js';
import { LfsTokens } from './lfs-tokens.js';

/** Returns a refusal of a whole batch that depends on nothing but the request. */
export function refusalOfBatch({ objects, transfers, ...asked }: LfsBatch): LfsRefusal | null {
  if (objects.length > MOST_OBJECTS) return LFS_TOO_MANY;
  if ((asked.hash_algo ?? 'sha256') !== 'sha256') return LFS_WRONG_HASH;
  return transfers && transfers.length > 0 && !transfers.includes('basic') ? LFS_WRONG_TRANSFER : null;
}

/** Answers the batch requests of git LFS. */
@Injectable()
export class LfsBatchFacts {
  constructor(
    private readonly db: Database,
    private readonly lfsObjectsStore: LfsObjectsStore,
    private readonly sizeLimitFacts: SizeLimitFacts,
    private readonly lfsStorage: LfsStorage,
    private readonly lfsTokens: LfsTokens,
  ) {}

  /** @param batch that {@link refusalOfBatch} does not refuse */
  async answer(admitted: AdmittedLfs, { operation, objects }: LfsBatch): Promise<LfsBatchAnswer | LfsRefusal> {
    const { project } = admitted.access;
    const oids = objects.map(({ oid }) => oid);
    const linked = await this.lfsObjectsStore.linked(this.db, project.id, oids);
    const sizes = new Map(linked.map(({ oid, size }) => [oid, size]));
    const at = this.contents(admitted, operation);
    if (operation === 'download')
      return presentBatch(objects.map((each) => presentDownload(each, sizes.get(each.oid), at)));
    const missing = objects.filter(({ oid }) => !sizes.has(oid));
    const refusal = missing.length > 0 && refusalOfSize(await this.sizeLimitFacts.tightest(project), bytesOf(missing));
    if (refusal) return refusal;
    const { most } = this.lfsStorage;
    return presentBatch(objects.map((each) => presentUpload(each, { isStored: sizes.has(each.oid), most }, at)));
  }

  private contents({ access: { project }, caller }: AdmittedLfs, operation: LfsBatch['operation']): LfsContents {
    const projectUrl = `${caller.baseUrl}/${project.fullPath}`;
    const { principal } = caller;
    if (!principal) return { projectUrl };
    return { projectUrl, authorization: this.lfsTokens.issue(principal, project, { operation, opens: 'contents' }) };
  }
}

/** An object that is named twice is uploaded once. */
function bytesOf(objects: readonly LfsPointer[]): number {
  const sizes = new Map(objects.map(({ oid, size }) => [oid, size]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
