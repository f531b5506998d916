import { Injectable } from '@nestjs/common';
import { REPACKING_HEADER } from '@hearth/calls';
import { currentOrigin } from '@hearth/telemetry';
import type { RepositoryPath } from '../git/refs/paths.js';

/** Repacks that this process runs. */
@Injectable()
export class RunningRepacks {
  private readonly paths = new Set<RepositoryPath>();

  async during<T>(path: RepositoryPath, repack: () => Promise<T>): Promise<T> {
    this.paths.add(path);
    try {
      return await repack();
    } finally {
      this.paths.delete(path);
    }
  }

  /** Notes in the answer to the running request that its files are being repacked, so that gateways ask other storages next. */
  noteRead(path: RepositoryPath): void {
    const response = currentOrigin()?.request?.response;
    if (response && !response.headersSent && this.paths.has(path)) response.setHeader(REPACKING_HEADER, 'true');
  }
}
