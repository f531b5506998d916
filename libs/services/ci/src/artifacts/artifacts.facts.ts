import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Stream } from '@hearth/http';
import { ArtifactsNotFound, RefArtifactsNotFound } from '../refusals.js';
import { Archive } from './archive.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ArtifactsStore, type Artifacts, type ArtifactsOf } from './artifacts.store.js';

/** Reads of artifacts. */
@Injectable()
export class ArtifactsFacts {
  constructor(
    private readonly db: Database,
    private readonly storage: ArtifactStorage,
    private readonly artifactsStore: ArtifactsStore,
  ) {}

  /**
   * Streams the artifacts file at the client's pace.
   * @throws ArtifactsNotFound, RefArtifactsNotFound
   */
  async file(projectId: ProjectId, of: ArtifactsOf): Promise<Stream> {
    const artifacts = await this.find(projectId, of);
    const stored = await this.storage.objects?.get(artifacts.object);
    if (!stored) throw ArtifactsNotFound();
    return download(stored.content, artifacts.filename, stored.size, artifacts);
  }

  /**
   * Streams one file of the artifacts, unpacked at the client's pace.
   * @param path exactly as in the archive
   * @throws ArtifactsNotFound, RefArtifactsNotFound
   */
  async entry(projectId: ProjectId, of: ArtifactsOf, path: string): Promise<Stream> {
    const artifacts = await this.find(projectId, of);
    const { objects } = this.storage;
    const file = objects && (await new Archive(objects, artifacts.object, artifacts.size).open(path));
    if (!file) throw ArtifactsNotFound();
    return download(file.content, path.slice(path.lastIndexOf('/') + 1), file.size, artifacts);
  }

  private async find(projectId: ProjectId, of: ArtifactsOf): Promise<Artifacts> {
    const artifacts = await this.artifactsStore.find(this.db, projectId, of);
    if (!artifacts) throw 'jobId' in of ? ArtifactsNotFound() : RefArtifactsNotFound();
    return artifacts;
  }
}

/** Browsers never display it in place, because users with push access decide its content. */
function download(content: Readable, name: string, length: number, { object }: Artifacts): Stream {
  return new Stream(content, {
    type: 'application/octet-stream',
    length,
    etag: object.slice(object.lastIndexOf('/') + 1),
    disposition: `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"`,
  });
}
