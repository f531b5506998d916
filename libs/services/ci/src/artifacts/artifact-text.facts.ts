import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Archive } from './archive.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ArtifactsStore } from './artifacts.store.js';

/** Reads single files of artifacts as texts. */
@Injectable()
export class ArtifactTextFacts {
  constructor(
    private readonly db: Database,
    private readonly storage: ArtifactStorage,
    private readonly artifactsStore: ArtifactsStore,
  ) {}

  /** Returns a file in the artifacts of the newest run of a pipeline's job. */
  async of(
    pipelineId: number,
    job: string,
    path: string,
    mostBytes: number,
  ): Promise<{ readonly text: string } | 'no job' | 'no file' | 'too large'> {
    const { objects } = this.storage;
    const artifacts = await this.artifactsStore.ofPipelineJob(this.db, pipelineId, job);
    if (!objects || !artifacts) return 'no job';
    const file = await new Archive(objects, artifacts.object, artifacts.size).open(path);
    if (!file) return 'no file';
    if (file.size > mostBytes) {
      file.content.destroy();
      return 'too large';
    }
    return { text: (await buffer(file.content)).toString('utf8') };
  }
}
