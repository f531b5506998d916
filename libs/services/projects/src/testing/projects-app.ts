import type { Principal } from '@hearth/contract-kit';
import { ClaimUserNamespaceCommand } from '@hearth/projects-contracts';
import { ServiceApp, type Replacement, type ServiceAnswer } from '@hearth/testing';
import { ProjectsModule } from '../projects.module.js';
import { FakeCi } from './fake-ci.js';
import { FakeIdentity } from './fake-identity.js';
import { FakeMergeRequests } from './fake-merge-requests.js';
import { FakeRepository } from './fake-repository.js';
import { makeDatabase, type TestDatabase } from './test-database.js';

export { BASE_URL, CORRELATION_ID } from '@hearth/testing';
export type Answer = ServiceAnswer;

/** One process of projects, with fakes of identity and repository. */
export class ProjectsApp extends ServiceApp {
  constructor(makes: () => Promise<TestDatabase> = makeDatabase, replacements: readonly Replacement[] = []) {
    super(ProjectsModule, [FakeCi, FakeIdentity, FakeMergeRequests, FakeRepository], {
      makeDatabase: makes,
      replacements,
    });
  }

  /** For the specs of a block. @param makes its database (default: an empty one) */
  static inBlock(makes?: () => Promise<TestDatabase>, replacements?: readonly Replacement[]): ProjectsApp {
    return new ProjectsApp(makes, replacements).inBlock();
  }

  static start(database: TestDatabase): Promise<ProjectsApp> {
    return new ProjectsApp().start(database);
  }

  override request(...asked: Parameters<ServiceApp['exchange']>): Promise<ServiceAnswer> {
    return this.exchange(...asked);
  }

  /** Creates the user namespace that every user has. */
  async claim({ userId, username, name }: Principal, byAdmin = false): Promise<number> {
    const { namespaceId } = await this.calls.command(ClaimUserNamespaceCommand, {
      userId,
      username,
      displayName: name,
      createdAt: '2018-01-15T10:07:21.123Z',
      byAdmin,
    });
    return namespaceId;
  }
}
