import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { AccessStore } from '../access/access.store.js';

/** Projects to which issues are moved. */
@Injectable()
export class MovedIssueFacts {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
  ) {}

  /** @throws ProjectNotFound, also where the project is hidden from the user */
  async target(id: number, { userId, admin, external }: Principal): Promise<ProjectAccess> {
    const asked = { projects: [{ id: id as ProjectId }], user: { id: userId, admin, external } };
    const [access] = await this.accessStore.resolve(this.db, asked);
    if (!access) throw ProjectNotFound();
    return access;
  }
}
