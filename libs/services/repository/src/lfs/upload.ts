import { randomUUID } from 'node:crypto';
import { Readable, addAbortSignal } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { byteSizeText } from '@hearth/config';
import { Database } from '@hearth/data';
import { Transfers } from '../git-http/transfers.js';
import { PlaceRepository } from '../repositories/place-repository.js';
import { SizeLimitFacts } from '../git-http/size-limit.facts.js';
import type { AdmittedLfs } from './lfs-admission.js';
import {
  LFS_NOT_FOUND,
  LFS_STOPPING,
  LFS_WRONG_CONTENT,
  lfsTooLarge,
  refusalOfSize,
  type LfsRefusal,
} from './lfs-answers.js';
import type { LfsPointer } from './lfs-batch.params.js';
import { LfsObjectsStore } from './lfs-objects.store.js';
import { LfsSlots } from './lfs-slots.js';
import { LfsStorage } from './lfs-storage.js';
import { RecordLfsSize } from './record-size.js';
import { WrongContent, verifiedContent } from './verified-content.js';

/** The object does not fit any more, or its project is gone. */
class UploadRefused extends Error {
  override readonly name = 'UploadRefused';

  constructor(readonly refusal: LfsRefusal) {
    super(refusal.message);
  }
}

/** Receives the objects that LFS clients upload. */
@Injectable()
export class UploadLfsObject {
  constructor(
    private readonly db: Database,
    private readonly lfsStorage: LfsStorage,
    private readonly lfsObjectsStore: LfsObjectsStore,
    private readonly sizeLimitFacts: SizeLimitFacts,
    private readonly recordLfsSize: RecordLfsSize,
    private readonly placeRepository: PlaceRepository,
    private readonly lfsSlots: LfsSlots,
    private readonly transfers: Transfers,
  ) {}

  /**
   * Stores an object for a project, unless it has it. The client has to send the content also where another project has it: knowing an
   * oid gives no access to the content.
   * @param gone aborted when the client has gone
   * @returns the refusal; null after success
   * @throws NoGitSlot; errors of the connection
   */
  async execute(
    admitted: AdmittedLfs,
    pointer: LfsPointer,
    body: Readable,
    gone: AbortSignal,
  ): Promise<LfsRefusal | null> {
    const { caller, access } = admitted;
    const { project } = access;
    if (this.transfers.stopping) return LFS_STOPPING;
    if (pointer.size > this.lfsStorage.most) return lfsTooLarge(byteSizeText(this.lfsStorage.most));
    if ((await this.lfsObjectsStore.linked(this.db, project.id, [pointer.oid])).length > 0) return null;
    const full = refusalOfSize(await this.sizeLimitFacts.tightest(project), pointer.size);
    if (full) return full;
    await this.placeRepository.execute(project.id);
    return this.transfers.run(async (ending) => {
      const release = await this.lfsSlots.take(caller, project.id, AbortSignal.any([ending, gone]));
      try {
        return await this.receive(admitted, pointer, addAbortSignal(ending, body));
      } finally {
        release();
      }
    });
  }

  private async receive(admitted: AdmittedLfs, pointer: LfsPointer, body: Readable): Promise<LfsRefusal | null> {
    const object = `lfs/${pointer.oid.slice(0, 2)}/${randomUUID()}`;
    await this.db.tx((tx) => this.lfsObjectsStore.begin(tx, object));
    let isDiscarded = true;
    try {
      await admitted.objects.put(object, Readable.from(verifiedContent(body, pointer)), pointer.size);
      // A COMMIT whose answer is lost may have kept the content: then the sweep decides.
      isDiscarded = false;
      isDiscarded = !(await this.complete(admitted, { ...pointer, object }));
      return null;
    } catch (error) {
      if (error instanceof WrongContent) return LFS_WRONG_CONTENT;
      if (!(error instanceof UploadRefused)) throw error;
      isDiscarded = true;
      return error.refusal;
    } finally {
      if (isDiscarded) await this.discard(admitted, object);
    }
  }

  /** @returns whether the uploaded content is kept. @throws UploadRefused */
  private complete({ access: { project } }: AdmittedLfs, stored: LfsPointer & { object: string }): Promise<boolean> {
    return this.db.tx(async (tx) => {
      if (!(await this.lfsObjectsStore.isThere(tx, project.id))) throw new UploadRefused(LFS_NOT_FOUND);
      const completed = await this.lfsObjectsStore.complete(tx, project.id, stored);
      if (!completed) throw new Error('An upload took longer than a day');
      if (completed.isNew) await this.recordLfsSize.within(tx, project.id, stored.size);
      // The total is locked now: uploads at the same time cannot exceed the limit together.
      const full = completed.isNew && refusalOfSize(await this.sizeLimitFacts.ofRepository(tx, project), 0);
      if (full) throw new UploadRefused(full);
      return completed.isKept;
    });
  }

  /** After a failure of this the sweep deletes the content. */
  private async discard({ objects }: AdmittedLfs, object: string): Promise<void> {
    await objects.delete(object);
    await this.db.tx((tx) => this.lfsObjectsStore.forget(tx, [object]));
  }
}
