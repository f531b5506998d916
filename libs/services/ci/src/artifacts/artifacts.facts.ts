import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Stream } from '@hearth/http';
import { ArtifactsNotFound } from '../refusals.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ArtifactsStore } from './artifacts.store.js';

/** Reads of artifacts. */
@Injectable()
export class ArtifactsFacts {
  constructor(
    private readonly db: Database,
    private readonly storage: ArtifactStorage,
    private readonly artifactsStore: ArtifactsStore,
  ) {}

  /**
   * The file of a job's artifacts, read as the client takes it.
   * @throws ArtifactsNotFound
   */
  async file(jobId: number): Promise<Stream> {
    const [artifacts] = await this.artifactsStore.ofJobs(this.db, [jobId]);
    const stored = artifacts && (await this.storage.objects?.get(artifacts.object));
    if (!artifacts || !stored) throw ArtifactsNotFound();
    return new Stream(stored.content, {
      type: 'application/octet-stream',
      length: stored.size,
      disposition: `attachment; filename="${artifacts.filename.replaceAll(/[^\x20-\x7e]/g, '_')}"`,
    });
  }
}
