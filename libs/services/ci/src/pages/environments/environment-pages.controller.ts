import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { abilities } from '../../abilities.js';
import { DeploymentFacts } from '../../deployments/deployment.facts.js';
import { EnvironmentFacts } from '../../environments/environment.facts.js';
import { RequestStop } from '../../environments/request-stop.js';
import { EnvironmentNotFound } from '../../refusals.js';
import { ciMenu } from '../ci-menu.js';
import { PageRenderer } from '../page-renderer.js';
import { EnvironmentListParams, EnvironmentPageParams, StopEnvironmentFormParams } from './environment-page.params.js';
import { presentEnvironmentPage, presentEnvironmentsPage } from './environment-pages.view.js';

/** Pages of environments, with the deployments to them. */
@Controller()
export class EnvironmentPagesController {
  constructor(
    private readonly environmentFacts: EnvironmentFacts,
    private readonly deploymentFacts: DeploymentFacts,
    private readonly requestStop: RequestStop,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/environments', {
    summary: 'Show the environments of a project in a browser',
    can: abilities.readEnvironment,
    params: EnvironmentListParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof EnvironmentListParams>) {
    const { state, page } = call.params;
    const found = await this.environmentFacts.page(call.project.project.id, { state }, pageOf(page));
    const menu = ciMenu(call.project, call.user, 'environments');
    return this.pages.page(call, 'environments', presentEnvironmentsPage(call.project, found, { state, menu }));
  }

  @Endpoint.get('/-/project/:id/environments/:environment_id', {
    summary: 'Show an environment with its deployments in a browser',
    can: abilities.readEnvironment,
    params: EnvironmentPageParams,
    returns: returns.html,
    refuses: [EnvironmentNotFound],
  })
  async show(@Call() call: CallOf<typeof EnvironmentPageParams>) {
    const { environment_id: id, page } = call.params;
    const { id: projectId } = call.project.project;
    const [environment, deployments] = await Promise.all([
      this.environmentFacts.one(projectId, id),
      this.deploymentFacts.pageOf(projectId, id, pageOf(page)),
    ]);
    const mayStop = may(abilities.stopEnvironment, call.project, call.user);
    const data = presentEnvironmentPage(call.project, environment, deployments, mayStop);
    return this.pages.page(call, 'environment', data);
  }

  @Endpoint.post('/-/project/:id/environments/:environment_id/stop', {
    summary: 'Stop an environment in a browser',
    can: abilities.stopEnvironment,
    params: StopEnvironmentFormParams,
    returns: returns.html,
    refuses: [EnvironmentNotFound],
  })
  async stop(@Call() call: CallOf<typeof StopEnvironmentFormParams>) {
    const { environment_id: id, confirmed } = call.params;
    const { project } = call.project;
    const back = `/${project.fullPath}/-/environments/${id}`;
    if (!confirmed) {
      const { name } = await this.environmentFacts.one(project.id, id);
      const text = 'The job that the last deployment names for this runs, if there is one.';
      return this.pages.confirm(call, { title: `Stop ${name}?`, text, button: 'Stop', back });
    }
    await this.requestStop.execute(call.project, id, call.user.userId);
    return new Redirect(back);
  }
}
