import { Injectable, Logger } from '@nestjs/common';
import type { ProjectCard, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { SystemObjects } from '@hearth/objects';
import { Signer } from '@hearth/secrets';
import { Git } from '../git/git.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import type { RefName } from '../git/refs/ref-name.js';
import type { BundleOffer } from '../git/bundles/bundle-uri.js';
import { BundleRepositoryJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { bundleMetrics } from './bundle-metrics.js';
import { bundlePath } from './bundle-request.rules.js';
import { BundlesStore, type BundleContent } from './bundles.store.js';
import { CloneCounts } from './clone-counts.js';

/** Offers bundles to clients that clone, and has them made for repositories that are often cloned. */
@Injectable()
export class OfferBundles {
  private readonly logger = new Logger(OfferBundles.name);

  constructor(
    private readonly db: Database,
    private readonly cloneCounts: CloneCounts,
    private readonly systemObjects: SystemObjects,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly bundlesStore: BundlesStore,
    private readonly jobs: Jobs,
    private readonly signer: Signer,
    private readonly git: Git,
  ) {}

  /** Returns whether clients may ask for the address of a bundle. */
  async isOffered(projectId: ProjectId): Promise<boolean> {
    return this.isOn && (await this.bundlesStore.hasCurrent(this.db, projectId));
  }

  /**
   * Returns the offer for a fetch by a client with access to the code; undefined where bundles are off.
   * @param path where this process reads the repository
   */
  of({ id, fullPath }: Pick<ProjectCard, 'id' | 'fullPath'>, path: RepositoryPath, baseUrl: string) {
    if (!this.isOn) return undefined;
    const offer: BundleOffer = {
      addresses: async () => {
        const bundle = await this.reached(id, path);
        if (bundle === null) return [];
        bundleMetrics.offered.inc();
        return [`${baseUrl}${this.signed(bundlePath(fullPath, bundle))}`];
      },
      noteClone: () => {
        if (this.cloneCounts.add(id)) void this.request(id);
      },
    };
    return offer;
  }

  private get isOn(): boolean {
    return this.cloneCounts.isOn && this.systemObjects.objects !== null;
  }

  /** The address is all that a download needs, so it expires after some minutes. */
  private signed(path: string): string {
    return `${path}?token=${this.signer.sign({ type: 'bundle', audience: 'repository', method: 'GET', url: path })}`;
  }

  /** Returns the id of the bundle, unless something in it is not reached any more: that is given to no client. */
  private async reached(projectId: ProjectId, path: RepositoryPath): Promise<string | null> {
    const bundle = await this.bundlesStore.current(this.db, projectId);
    if (!bundle || (await this.isReached(path, bundle.refs))) return bundle?.id ?? null;
    await this.db.tx((tx) => this.bundlesStore.release(tx, bundle.id));
    return null;
  }

  /** Returns whether each ref of the bundle is contained in that ref's present tip or in the default branch. Unchanged refs cost no git process. */
  private async isReached(path: RepositoryPath, refs: BundleContent['refs']): Promise<boolean> {
    const [now, head] = await Promise.all([this.git.refs.shown(path), this.git.refs.head(path)]);
    const ofHead = head === null ? undefined : now.get(head);
    const changed = (Object.entries(refs) as [RefName, ObjectId][]).filter(([ref, id]) => now.get(ref) !== id);
    for (const [ref, id] of changed) {
      const tips = new Set([now.get(ref), ofHead].filter((tip) => tip !== undefined));
      if (!(await this.isContained(path, id, tips))) return false;
    }
    return true;
  }

  private async isContained(path: RepositoryPath, id: ObjectId, tips: ReadonlySet<ObjectId>): Promise<boolean> {
    for (const tip of tips) if (await this.git.ancestry.contains(path, id, tip)) return true;
    return false;
  }

  private async request(projectId: ProjectId): Promise<void> {
    try {
      await this.db.tx(async (tx) => {
        const record = await this.repositoriesStore.find(tx, projectId);
        if (!record || record.deleted) return;
        const options = { storage: record.storage, singletonKey: String(projectId) };
        await this.jobs.add(tx, BundleRepositoryJob, { projectId }, options);
      });
    } catch (error) {
      this.logger.warn(`no bundle is made of project ${projectId}: ${(error as Error).message}`);
    }
  }
}
