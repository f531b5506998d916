import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import { parseObjectId } from '../git/refs/object-id.js';
import type { Blob } from '../git/reads/blobs.js';
import { BlobNotFound } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

@Injectable()
export class BlobsFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  /**
   * Returns the blob with a full id if the reader's refs reach it, or if the reader may read objects that no ref reaches.
   * @throws BlobNotFound for everything else, commits and trees included
   */
  async one({ projectId, rights }: Reader, sha: string): Promise<Blob> {
    const repository = await this.repositoryFacts.readable(projectId);
    const id = parseObjectId(sha);
    const blob = repository && id && (await this.git.blobs.find(repository, id));
    if (!blob) throw BlobNotFound();
    if (!rights.unreachable && !(await this.git.reachability.hasObject(repository, id, rights))) throw BlobNotFound();
    return blob;
  }
}
