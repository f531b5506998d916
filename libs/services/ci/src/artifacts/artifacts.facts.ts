import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden, Stream } from '@hearth/http';
import { ArtifactsNotFound, RefArtifactsNotFound } from '../refusals.js';
import { mayDownload, type ArtifactsReader } from './access.rules.js';
import { Archive, type Folder } from './archive.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ArtifactsStore, type Artifacts, type ArtifactsOf, type FoundArtifacts } from './artifacts.store.js';

/** Reads of artifacts. For users, all throw ArtifactsNotFound, RefArtifactsNotFound, and Forbidden by `artifacts: access`. */
@Injectable()
export class ArtifactsFacts {
  constructor(
    private readonly db: Database,
    private readonly storage: ArtifactStorage,
    private readonly artifactsStore: ArtifactsStore,
  ) {}

  /** Streams a file at the client's pace. */
  async file(reader: ArtifactsReader, of: ArtifactsOf): Promise<Stream> {
    return this.download(await this.readable(reader, of));
  }

  /**
   * Streams the archive of a job to a runner, whatever its `artifacts: access` is.
   * @throws ArtifactsNotFound
   */
  async forRunner(projectId: ProjectId, jobId: number): Promise<Stream> {
    return this.download(await this.find(projectId, { jobId }));
  }

  /**
   * Streams one file of the archive, unpacked at the client's pace.
   * @param path exactly as in the archive
   */
  async entry(reader: ArtifactsReader, of: ArtifactsOf, path: string): Promise<Stream> {
    const artifacts = await this.readable(reader, of);
    const file = await this.archive(artifacts).open(path);
    if (!file) throw ArtifactsNotFound();
    return download(file.content, path.slice(path.lastIndexOf('/') + 1), file.size, artifacts);
  }

  /** Lists a folder of the archive of a job. @param path without slashes around it; empty for the top */
  async folder(reader: ArtifactsReader, jobId: number, path: string): Promise<Folder> {
    const folder = await this.archive(await this.readable(reader, { jobId })).list(path);
    if (!folder) throw ArtifactsNotFound();
    return folder;
  }

  private async download(artifacts: Artifacts): Promise<Stream> {
    const stored = await this.storage.objects?.get(artifacts.object);
    if (!stored) throw ArtifactsNotFound();
    return download(stored.content, artifacts.filename, stored.size, artifacts);
  }

  private archive({ object, size }: Artifacts): Archive {
    const { objects } = this.storage;
    if (!objects) throw ArtifactsNotFound();
    return new Archive(objects, object, size);
  }

  private async readable(reader: ArtifactsReader, of: ArtifactsOf): Promise<Artifacts> {
    const artifacts = await this.find(reader.project.project.id, of);
    if (!mayDownload(artifacts.access, reader)) throw Forbidden();
    return artifacts;
  }

  private async find(projectId: ProjectId, of: ArtifactsOf): Promise<FoundArtifacts> {
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
