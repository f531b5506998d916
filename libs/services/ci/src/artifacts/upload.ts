import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { EntityTooLarge, type ReceiveFile } from '@hearth/http';
import { ObjectTooLarge } from '@hearth/objects';
import { isOnRunner } from '../builds/build-status.rules.js';
import type { CalledBuild } from '../builds/builds.store.js';
import { HoldBuild } from '../builds/hold.js';
import { durationSeconds, NEVER } from '../configuration/duration.rules.js';
import { Jobs } from '@hearth/jobs';
import { ParseTestReportJob } from '../jobs.js';
import { ArtifactFormatInvalid, ArtifactsDisabled, ArtifactsFileMissing, JobForbidden } from '../refusals.js';
import { formatOf, type FileFormat, type FileType } from './file-types.js';
import { ArtifactStorage } from './artifact-storage.js';
import { ArtifactsStore } from './artifacts.store.js';
import { RecordArtifactsSize } from './record-size.js';

/** Seconds, when the job sets no expiry: thirty days. */
const DEFAULT_EXPIRY = 30 * 24 * 3600;
/** Longest file name. */
const LONGEST_NAME = 255;

/** File that a runner uploads. */
export interface UploadedFile {
  readonly type: FileType;
  readonly format: FileFormat;
  /** Human-readable duration. */
  readonly expireIn: string | undefined;
}

/** Stores the artifacts that the runner of a job uploads. */
@Injectable()
export class UploadArtifacts {
  constructor(
    private readonly db: Database,
    private readonly storage: ArtifactStorage,
    private readonly artifactsStore: ArtifactsStore,
    private readonly holdBuild: HoldBuild,
    private readonly recordArtifactsSize: RecordArtifactsSize,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Checks whether a job may upload now.
   * @param size in bytes, if it is known
   * @throws ArtifactsDisabled, JobForbidden, EntityTooLarge
   */
  authorize(build: CalledBuild, size = 0): void {
    if (!this.storage.objects) throw ArtifactsDisabled();
    if (!isOnRunner(build.status)) throw JobForbidden({ reason: 'Job is not running' });
    if (size > this.storage.most) throw EntityTooLarge();
  }

  /**
   * Replaces an earlier file of the job with that type. A test report is parsed afterwards.
   * @throws ArtifactsDisabled, JobForbidden, EntityTooLarge, ArtifactsFileMissing, ArtifactFormatInvalid, JobNotFound
   */
  async execute(build: CalledBuild, { type, format, expireIn }: UploadedFile, receive: ReceiveFile): Promise<void> {
    if (!this.storage.objects) throw ArtifactsDisabled();
    requireRunning(build);
    if (format !== formatOf(type)) throw ArtifactFormatInvalid();
    const { objects } = this.storage;
    const object = `artifacts/${build.projectId}/${build.id}/${randomUUID()}`;
    const received = await receive(this.storage.most, async ({ name, content }) => {
      await this.db.tx((tx) => this.artifactsStore.begin(tx, build.id, object));
      const size = await objects.put(object, content, this.storage.most).catch(tooLarge);
      return { jobId: build.id, object, type, filename: fileName(name), size };
    });
    if (!received) throw ArtifactsFileMissing();
    await this.db.tx(async (tx) => {
      // The job may have been canceled during the upload.
      requireRunning(await this.holdBuild.within(tx, build.projectId, build.id));
      const size = await this.artifactsStore.complete(tx, received, expiryOf(expireIn));
      if (size === undefined) throw JobForbidden({ reason: 'The upload took too long' });
      if (type === 'junit') await this.jobs.add(tx, ParseTestReportJob, { object });
      await this.recordArtifactsSize.within(tx, [{ projectId: build.projectId, size }]);
    });
  }
}

function requireRunning({ status }: Pick<CalledBuild, 'status'>): void {
  if (!isOnRunner(status)) throw JobForbidden({ reason: 'Job is not running!' });
}

/** In seconds; null for artifacts that never expire. */
function expiryOf(text = ''): number | null {
  if (text === NEVER) return null;
  const seconds = durationSeconds(text) ?? DEFAULT_EXPIRY;
  return seconds === 0 ? null : seconds;
}

function tooLarge(error: unknown): never {
  throw error instanceof ObjectTooLarge ? EntityTooLarge() : error;
}

/** Returns a name that a header and a row can hold. */
function fileName(name: string): string {
  return [...name.replace(/\p{Cc}|"|\\/gu, '_')].slice(0, LONGEST_NAME).join('') || 'artifacts.zip';
}
