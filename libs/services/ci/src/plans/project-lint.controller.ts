import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { TooManyConfigurations } from '../refusals.js';
import { LintFacts } from './lint.facts.js';
import { LintForProjectParams, ProjectLintParams } from './lint.params.js';
import { ProjectLintView, presentProjectLint } from './lint.view.js';

@Controller()
export class ProjectLintController {
  constructor(private readonly lintFacts: LintFacts) {}

  @Endpoint.get('/projects/:id/ci/lint', {
    summary: 'Check the .gitlab-ci.yml of a project',
    can: abilities.downloadCode,
    costly: true,
    params: ProjectLintParams,
    returns: returns.json(ProjectLintView),
    refuses: [TooManyConfigurations],
  })
  async file(@Call() { params, project, caller }: CallOf<typeof ProjectLintParams>): Promise<ProjectLintView> {
    const { content_ref: contentRef, sha, dry_run_ref: dryRunRef, ref, dry_run: dryRun = false } = params;
    const asked = { contentRef: contentRef ?? sha, dryRunRef: dryRunRef ?? ref, dryRun };
    const lint = await this.lintFacts.of(project, caller.principal, asked);
    return presentProjectLint(lint, params.include_jobs ?? false);
  }

  @Endpoint.post('/projects/:id/ci/lint', {
    summary: 'Check a .gitlab-ci.yml as that of a project',
    can: abilities.createPipeline,
    costly: true,
    params: LintForProjectParams,
    returns: returns.json(ProjectLintView),
    status: 200,
    refuses: [TooManyConfigurations],
  })
  async text(@Call() { params, project, caller }: CallOf<typeof LintForProjectParams>): Promise<ProjectLintView> {
    const { content, ref, dry_run: dryRun = false } = params;
    const lint = await this.lintFacts.of(project, caller.principal, { content, dryRunRef: ref, dryRun });
    return presentProjectLint(lint, params.include_jobs ?? false);
  }
}
