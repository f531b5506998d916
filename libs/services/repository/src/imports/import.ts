import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { defineSettings, duration } from '@hearth/config';
import type { ProjectId } from '@hearth/contract-kit';
import { ReadImportSourceQuery } from '@hearth/projects-contracts';
import { ImportProgressedEvent } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import type { Remote } from '../git/transport/fetch-remote.js';
import { GitError, GitTimeout } from '../git/process/errors.js';
import { ImportRepositoryJob } from '../jobs.js';
import { EnsureRepository, type RepositoryAt } from '../repositories/ensure-repository.js';
import { CopyRemote } from './copy-remote.js';
import { ImportFailed, remoteOf } from './import-source.js';

const settings = defineSettings(
  'Copying repositories',
  {
    HEARTH_IMPORT_TIMEOUT: duration({ min: 1_000 }).prefault('1h').describe('How long copying one repository may take'),
  },
  { readBy: ['RepositoryModule'] },
);

/** Copies a repository of another server into a project. */
@Injectable()
export class ImportRepository {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly ensureRepository: EnsureRepository,
    private readonly copyRemote: CopyRemote,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Copies only missing refs, so it is safe to repeat. Failures of the source are published as an event.
   * @throws failures of this process
   */
  @Job(ImportRepositoryJob)
  async execute(asked: JobDataOf<typeof ImportRepositoryJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    try {
      await this.import(asked, signal);
    } catch (error) {
      // The project was deleted before its repository was copied: there is nothing left to do.
      if (!ProjectNotFound.is(error)) throw error;
    }
  }

  /** @param asked `userId`: the user who moves the refs */
  private async import(
    { projectId, userId }: JobDataOf<typeof ImportRepositoryJob>,
    signal: AbortSignal,
  ): Promise<void> {
    const source = await this.calls.query(ReadImportSourceQuery, { projectId });
    if (source.url === null) return;
    const repository = await this.ensureRepository.execute(projectId);
    await this.publish(projectId, 'started');
    try {
      await this.copy(repository, await remoteOf(source.url, source.privateAllowed), userId, signal);
    } catch (error) {
      const reason = reasonOf(error, signal);
      if (reason === undefined) throw error;
      await this.publish(projectId, 'failed', reason);
      return;
    }
    await this.publish(projectId, 'finished');
  }

  private async copy(repository: RepositoryAt, remote: Remote, userId: number, signal: AbortSignal): Promise<void> {
    const { HEARTH_IMPORT_TIMEOUT: timeoutMs } = settings.read();
    await this.copyRemote.execute(repository, remote, { userId, signal, timeoutMs });
  }

  private async publish(
    projectId: ProjectId,
    state: 'started' | 'finished' | 'failed',
    error: string | null = null,
  ): Promise<void> {
    await this.db.tx((tx) => this.outbox.append(tx, ImportProgressedEvent, { projectId, state, error }));
  }
}

const LONGEST_REASON = 500;

/** Returns the text to publish for a failure of the source; undefined for one of this process, after which the job is retried. */
function reasonOf(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted) return undefined;
  if (error instanceof ImportFailed) return error.message;
  if (error instanceof GitTimeout) return 'The repository took too long to copy.';
  if (!(error instanceof GitError) || error.exitCode === null) return undefined;
  const said = error.stderr.split('\n').find((line) => line.startsWith('fatal: ') || line.startsWith('error: '));
  return (said ?? 'The repository could not be read.').replace(/^\w+: /, '').slice(0, LONGEST_REASON);
}
