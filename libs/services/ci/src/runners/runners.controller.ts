import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { RunnerEnabledBefore, RunnerForbidden, RunnerNotFound, RunnerTakesNothing } from '../refusals.js';
import { BuildFacts } from '../builds/build.facts.js';
import { RunnerJobsParams } from '../builds/build.params.js';
import { RunnerJobView, presentRunnerJob } from '../builds/build.view.js';
import { DeleteRunner } from './delete.js';
import { DisableRunner } from './disable.js';
import { EnableRunner } from './enable.js';
import { RunnerAccessFacts } from './runner-access.facts.js';
import { RunnerFacts } from './runner.facts.js';
import {
  AllRunnersParams,
  DisableRunnerParams,
  EnableRunnerParams,
  GroupRunnersParams,
  OwnRunnersParams,
  ProjectRunnersParams,
  RunnerParams,
  UpdateRunnerParams,
  runnerFilters,
} from './runner.params.js';
import { RunnerDetailView, RunnerView, presentRunner, presentRunnerDetail } from './runner.view.js';
import { UpdateRunner } from './update.js';

@Controller()
export class RunnersController {
  constructor(
    private readonly runnerFacts: RunnerFacts,
    private readonly enableRunner: EnableRunner,
    private readonly disableRunner: DisableRunner,
    private readonly deleteRunner: DeleteRunner,
    private readonly updateRunner: UpdateRunner,
    private readonly runnerAccessFacts: RunnerAccessFacts,
    private readonly buildFacts: BuildFacts,
  ) {}

  @Endpoint.get('/runners/all', {
    summary: 'List all runners',
    admin: true,
    params: AllRunnersParams,
    returns: returns.page(RunnerView),
  })
  async all(@Call() { params }: CallOf<typeof AllRunnersParams>): Promise<Page<RunnerView>> {
    const { page, per_page: perPage } = params;
    const now = new Date();
    return (await this.runnerFacts.all(runnerFilters(params), { page, perPage })).map((runner) =>
      presentRunner(runner, now),
    );
  }

  @Endpoint.get('/runners', {
    summary: 'List the runners of the projects that the caller manages and of the groups that the caller owns',
    params: OwnRunnersParams,
    returns: returns.page(RunnerView),
  })
  async own(@Call() { params, user }: CallOf<typeof OwnRunnersParams>): Promise<Page<RunnerView>> {
    const { page, per_page: perPage } = params;
    const now = new Date();
    return (await this.runnerFacts.ofUser(user, runnerFilters(params), { page, perPage })).map((runner) =>
      presentRunner(runner, now),
    );
  }

  @Endpoint.get('/runners/:id', {
    summary: 'Get a runner',
    params: RunnerParams,
    returns: returns.json(RunnerDetailView),
    refuses: [RunnerNotFound, RunnerForbidden],
  })
  async get(@Call() { params, user, caller }: CallOf<typeof RunnerParams>): Promise<RunnerDetailView> {
    return presentRunnerDetail(await this.runnerFacts.one(params.id, user), {
      baseUrl: caller.baseUrl,
      now: new Date(),
    });
  }

  @Endpoint.put('/runners/:id', {
    summary: 'Change a runner',
    params: UpdateRunnerParams,
    returns: returns.json(RunnerDetailView),
    refuses: [RunnerNotFound, RunnerForbidden, RunnerTakesNothing],
  })
  async update(@Call() { params, user, caller }: CallOf<typeof UpdateRunnerParams>): Promise<RunnerDetailView> {
    const { id, description, active, paused, tag_list: tags, locked, maintenance_note: note } = params;
    const { run_untagged: runUntagged, access_level: accessLevel, maximum_timeout: maximumTimeout } = params;
    const takes = { active: paused === undefined ? active : !paused, tags: tags && [...new Set(tags)] };
    const changes = { description, ...takes, runUntagged, locked, accessLevel, maximumTimeout, note };
    const fact = await this.runnerFacts.describe(await this.updateRunner.execute(id, changes, user), user);
    return presentRunnerDetail(fact, { baseUrl: caller.baseUrl, now: new Date() });
  }

  @Endpoint.delete('/runners/:id', {
    summary: 'Delete a runner',
    params: RunnerParams,
    returns: returns.empty,
    refuses: [RunnerNotFound, RunnerForbidden],
  })
  delete(@Call() { params, user, unlessModified }: CallOf<typeof RunnerParams>): Promise<void> {
    return this.deleteRunner.execute(params.id, user, unlessModified);
  }

  @Endpoint.get('/runners/:id/jobs', {
    summary: 'List the jobs that a runner has taken',
    params: RunnerJobsParams,
    returns: returns.page(RunnerJobView),
    refuses: [RunnerNotFound, RunnerForbidden],
  })
  async jobs(@Call() { params, user, caller }: CallOf<typeof RunnerJobsParams>): Promise<Page<RunnerJobView>> {
    const { id, status, page, per_page: perPage } = params;
    const projectIds = await this.runnerAccessFacts.readableProjects(id, user);
    const now = new Date();
    const request = { page, perPage, sort: 'asc', statuses: status && [status] } as const;
    const jobs = await this.buildFacts.ofRunner(id, projectIds, request);
    return jobs.map((fact) => presentRunnerJob(fact, caller.baseUrl, now));
  }

  @Endpoint.get('/projects/:id/runners', {
    summary: 'List the runners that work for a project',
    can: abilities.manageRunners,
    params: ProjectRunnersParams,
    returns: returns.page(RunnerView),
  })
  async ofProject(@Call() { project, params }: CallOf<typeof ProjectRunnersParams>): Promise<Page<RunnerView>> {
    const { page, per_page: perPage } = params;
    const now = new Date();
    const runners = await this.runnerFacts.ofProject(project.project, runnerFilters(params), { page, perPage });
    return runners.map((runner) => presentRunner(runner, now));
  }

  @Endpoint.get('/groups/:id/runners', {
    summary: 'List the runners that work for the projects of a group',
    can: abilities.manageGroupRunners,
    params: GroupRunnersParams,
    returns: returns.page(RunnerView),
  })
  async ofGroup(@Call() { group, params }: CallOf<typeof GroupRunnersParams>): Promise<Page<RunnerView>> {
    const { page, per_page: perPage } = params;
    const now = new Date();
    const runners = await this.runnerFacts.ofGroup(group.group, runnerFilters(params), { page, perPage });
    return runners.map((runner) => presentRunner(runner, now));
  }

  @Endpoint.post('/projects/:id/runners', {
    summary: 'Enable a specific runner in a project',
    can: abilities.manageRunners,
    authorize: 'before-params',
    params: EnableRunnerParams,
    returns: returns.json(RunnerView),
    refuses: [RunnerNotFound, RunnerForbidden, RunnerEnabledBefore],
  })
  async enable(@Call() { project, params, user }: CallOf<typeof EnableRunnerParams>): Promise<RunnerView> {
    const runner = await this.enableRunner.execute(project.project.id, params.runner_id, user);
    return presentRunner(runner, new Date());
  }

  @Endpoint.delete('/projects/:id/runners/:runner_id', {
    summary: 'Disable a specific runner in a project',
    can: abilities.manageRunners,
    params: DisableRunnerParams,
    returns: returns.empty,
    refuses: [RunnerNotFound, RunnerForbidden],
  })
  disable(@Call() { project, params, unlessModified }: CallOf<typeof DisableRunnerParams>): Promise<void> {
    return this.disableRunner.execute(project.project.id, params.runner_id, unlessModified);
  }
}
