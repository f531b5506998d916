import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import { parseObjectId } from '../git/refs/object-id.js';
import type { Blob } from '../git/reads/blobs.js';
import { BlobNotFound } from '../refusals.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

@Injectable()
export class BlobsFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  /**
   * The blob of a full id.
   * @throws BlobNotFound for everything else, commits and trees included
   */
  async one(projectId: ProjectId, sha: string): Promise<Blob> {
    const repository = await this.repositoryFacts.path(projectId);
    const id = parseObjectId(sha);
    const blob = repository && id && (await this.git.blobs.find(repository, id));
    if (!blob) throw BlobNotFound();
    return blob;
  }
}
