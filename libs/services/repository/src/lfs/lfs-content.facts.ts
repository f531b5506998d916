import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { AdmittedLfs } from './lfs-admission.js';
import { LFS_NOT_FOUND, type LfsRefusal } from './lfs-answers.js';
import type { LfsPointer } from './lfs-batch.params.js';
import { LfsObjectsStore } from './lfs-objects.store.js';
import { rangeOf } from './range.rules.js';

/** Answer to a download. */
export interface LfsContent {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>>;
  /** To be read to its end or destroyed. */
  readonly content: Readable;
}

/** Reads the contents of a project's LFS objects. */
@Injectable()
export class LfsContentFacts {
  constructor(
    private readonly db: Database,
    private readonly lfsObjectsStore: LfsObjectsStore,
  ) {}

  /** @param range value of the header `Range` */
  async open(
    { access: { project }, objects }: AdmittedLfs,
    oid: string,
    range: string | undefined,
  ): Promise<LfsContent | LfsRefusal> {
    const [found] = await this.lfsObjectsStore.linked(this.db, project.id, [oid]);
    if (!found) return LFS_NOT_FOUND;
    const { size, object } = found;
    const wanted = rangeOf(range, size);
    if (wanted === undefined)
      return { status: 416, message: 'Range not satisfiable.', headers: { 'content-range': `bytes */${size}` } };
    const stored = await objects.get(object, wanted ?? undefined);
    if (!stored) return LFS_NOT_FOUND;
    const headers = {
      'content-type': 'application/octet-stream',
      'accept-ranges': 'bytes',
      // The oid is that of the content, which never changes; only this user's client may keep it.
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${oid}"`,
    };
    const { content } = stored;
    if (!wanted) return { status: 200, headers: { ...headers, 'content-length': String(size) }, content };
    const { start, end } = wanted;
    const part = { 'content-length': String(end - start), 'content-range': `bytes ${start}-${end - 1}/${size}` };
    return { status: 206, headers: { ...headers, ...part }, content };
  }

  /** Returns whether a project has an object with that size. */
  async has({ access: { project } }: AdmittedLfs, { oid, size }: LfsPointer): Promise<boolean> {
    const [found] = await this.lfsObjectsStore.linked(this.db, project.id, [oid]);
    return found?.size === size;
  }
}
