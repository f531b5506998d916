import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf, type EndpointCall, type Html } from '@hearth/http';
import { attempt, presentPageProject, type FormFailure } from '@hearth/pages';
import { abilities } from '../../abilities.js';
import { RequestPipeline } from '../../pipelines/request.js';
import { PipelineInvalid, VariableInvalid } from '../../refusals.js';
import { MOST_VARIABLES } from '../../variables/variable.params.js';
import { PageRenderer } from '../page-renderer.js';
import { placedFailures, variablesIn } from './new-pipeline.rules.js';
import { NewPipelineFormParams, NewPipelineParams } from './pipeline-page.params.js';

/** The form that runs a pipeline. */
@Controller()
export class NewPipelineController {
  constructor(
    private readonly requestPipeline: RequestPipeline,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/pipelines/new', {
    summary: 'Show the form that runs a pipeline',
    can: abilities.createPipeline,
    params: NewPipelineParams,
    returns: returns.html,
  })
  form(@Call() call: CallOf<typeof NewPipelineParams>) {
    const { ref = call.project.project.defaultBranch ?? '' } = call.params;
    return this.page(call, { ref, variables: '' }, []);
  }

  @Endpoint.post('/-/project/:id/pipelines', {
    summary: 'Create a pipeline for a branch or tag in a browser',
    can: abilities.createPipeline,
    params: NewPipelineFormParams,
    returns: returns.html,
    refuses: [PipelineInvalid, VariableInvalid],
  })
  async create(@Call() call: CallOf<typeof NewPipelineFormParams>) {
    const { ref = '', variables: text = '' } = call.params;
    const values = { ref, variables: text };
    if (ref === '') return this.page(call, values, [{ field: 'ref', text: "Branch or tag can't be blank" }]);
    const given = variablesIn(text);
    if ('failure' in given) return this.page(call, values, [given.failure]);
    const { variables } = given;
    if (variables.length > MOST_VARIABLES) return this.page(call, values, [TOO_MANY]);
    const requested = { ref, source: 'web', variables } as const;
    const made = await attempt(
      () => this.requestPipeline.execute(call.project, requested, call.user.userId),
      [PipelineInvalid, VariableInvalid],
      { base: '', key: 'The name of a variable' },
    );
    if ('failures' in made) return this.page(call, values, placedFailures(made.failures));
    return new Redirect(`/${call.project.project.fullPath}/-/pipelines/${made.value}`);
  }

  private page(
    call: EndpointCall<unknown>,
    values: { readonly ref: string; readonly variables: string },
    failures: readonly FormFailure[],
  ): Html {
    const project = presentPageProject(call.project, 'pipelines');
    return this.pages.page(call, 'new-pipeline', {
      title: `Run a pipeline · ${project.fullPath}`,
      project,
      values,
      failures,
    });
  }
}

const TOO_MANY: FormFailure = { field: 'variables', text: `There may be at most ${MOST_VARIABLES} variables` };
