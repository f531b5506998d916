import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import type { RunnerScope } from './runner.params.js';
import { RunnersStore, type Runner } from './runners.store.js';

/** Lists of runners. */
@Injectable()
export class RunnerFacts {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
  ) {}

  /** A page of the instance's runners. */
  all(scope: RunnerScope | undefined, request: PageRequest): Promise<Page<Runner>> {
    return this.runnersStore.page(this.db, null, scope, request);
  }

  /** A page of the runners that work for a project; shared ones where it uses them. */
  ofProject(
    { id: projectId, sharedRunnersEnabled: withShared }: { id: ProjectId; sharedRunnersEnabled: boolean },
    scope: RunnerScope | undefined,
    request: PageRequest,
  ): Promise<Page<Runner>> {
    return this.runnersStore.page(this.db, { projectId, withShared }, scope, request);
  }
}
