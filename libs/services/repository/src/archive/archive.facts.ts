import { Injectable } from '@nestjs/common';
import type { Caller } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import type { ArchiveRequest, ArchiveFormat } from '../git/transport/archive.js';
import { GitSlots, NoGitSlot } from '../git-http/git-slots.js';
import { ArchiveFormatUnavailable, FileNotFound, TooManyGits } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { archiveName } from './archive-name.rules.js';

/** Resolved request for an archive. */
export interface ArchiveFact extends ArchiveRequest {
  readonly repository: RepositoryPath;
}

@Injectable()
export class ArchiveFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly gitSlots: GitSlots,
    private readonly git: Git,
  ) {}

  /**
   * Resolves the contents of an archive and the name of its directory.
   * @throws FileNotFound for an unknown ref and an empty repository; ArchiveFormatUnavailable
   */
  async find(
    { projectId, rights }: Reader,
    fullPath: string,
    { sha, format }: { sha: string | undefined; format: ArchiveFormat },
  ): Promise<ArchiveFact> {
    if (!(await this.git.canArchive(format))) throw ArchiveFormatUnavailable();
    const repository = await this.repositoryFacts.readable(projectId);
    const ref = sha || (repository && (await this.git.branches.default(repository)));
    const revision = ref && parseRevision(ref);
    const found = repository && revision && (await this.git.revisions.find(repository, revision, rights));
    if (!found) throw FileNotFound();
    return { repository, commit: found.commit, format, folder: archiveName(fullPath, ref, found) };
  }

  /**
   * Creates the archive. It uses one of the slots for gits that serve clients. Destroying the stream ends git.
   * @throws TooManyGits
   */
  async make(fact: ArchiveFact, caller: Caller, projectId: number, signal: AbortSignal) {
    const release = await this.gitSlots.take(caller, projectId, signal).catch((error: unknown) => {
      throw error instanceof NoGitSlot ? TooManyGits() : error;
    });
    const stream = this.git.archive(fact.repository, fact).once('close', release);
    signal.addEventListener('abort', () => stream.destroy(), { once: true });
    if (signal.aborted) stream.destroy();
    return stream;
  }
}
