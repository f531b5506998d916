import type { Principal } from '@hearth/contract-kit';
import { TestDatabase, type Preparation } from '@hearth/data/testing';
import { migrateJobs } from '@hearth/jobs';
import { ServiceApp, type Replacement, type ServiceAnswer } from '@hearth/testing';
import { MergeRequestsModule } from '../merge-requests.module.js';
import { FakeMerges } from './fake-merges.js';
import { FakeWorld, sha, type FakeProject } from './fake-world.js';

/** One process of merge requests, with fakes of the other services. */
export class MergeRequestsApp extends ServiceApp {
  constructor(replacements: readonly Replacement[] = []) {
    super(MergeRequestsModule, [FakeWorld, FakeMerges], { makeDatabase, replacements });
  }

  /** For the specs of a block. */
  static inBlock(replacements?: readonly Replacement[]): MergeRequestsApp {
    return new MergeRequestsApp(replacements).inBlock();
  }

  get merges(): FakeMerges {
    return this.get(FakeMerges);
  }

  get world(): FakeWorld {
    return this.get(FakeWorld);
  }

  /** Opens a merge request from a new branch into `main`, and expects that it succeeds. */
  async open(author: Principal, project: FakeProject, fields: object = {}): Promise<ServiceAnswer['body']> {
    const branch = `branch-${++this.branches}`;
    project.branches.set(branch, sha(`${branch} of ${project.card.id}`));
    const given = { source_branch: branch, target_branch: 'main', title: `Merge ${branch}`, ...fields };
    const { status, body } = await this.request(author, 'POST', `/projects/${project.card.id}/merge_requests`, given);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body;
  }

  private branches = 0;
}

const queues: Preparation = (url) => migrateJobs(url, 'merge-requests', MergeRequestsModule.jobs, []);

/** A database of a spec's own with the tables of this service; statements find them without their schema. */
export async function makeDatabase(): Promise<TestDatabase> {
  const database = await TestDatabase.make([MergeRequestsModule.schema], queues);
  await database.query('set search_path to merge_requests');
  return database;
}
