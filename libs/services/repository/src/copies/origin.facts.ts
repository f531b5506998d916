import type { ServiceMap } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import type { ProcessTls, Signer } from '@hearth/secrets';
import type { OriginOfCopy } from '../git/transport/fetch-copy.js';
import type { Storages } from '../storages/storages.js';
import { copyPath, copyPurpose } from './copy-request.js';

/** Finds from where a repository is copied as a whole. */
export class OriginFacts {
  /** @param services the addresses of the other processes; undefined where one process owns every storage */
  constructor(
    private readonly storages: Storages,
    private readonly signer: Signer,
    private readonly tls: ProcessTls,
    private readonly services: ServiceMap | undefined,
  ) {}

  /** @throws Error when HEARTH_SERVICES does not name the owner of the storage */
  of(projectId: ProjectId, storage: string): OriginOfCopy {
    if (this.storages.owns(storage)) return { at: this.storages.pathOf(storage, projectId) };
    const [owner] = this.services?.find('repository', storage) ?? [];
    if (!owner) throw new Error(`HEARTH_SERVICES names no owner of the storage ${storage}`);
    return {
      at: `${owner.internal}${copyPath(projectId)}`,
      http: {
        authorization: `Bearer ${this.signer.sign(copyPurpose(projectId))}`,
        authoritiesFile: this.tls.authoritiesPath,
      },
    };
  }
}
