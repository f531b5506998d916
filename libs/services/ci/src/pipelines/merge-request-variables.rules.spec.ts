import type { ProjectId } from '@hearth/contract-kit';
import { mergeRequestVariables, type PipelineMergeRequest } from './merge-request-variables.rules.js';

const MERGE_REQUEST: PipelineMergeRequest = {
  ...{ id: 70, iid: 7, projectId: 1 as ProjectId, projectPath: 'team/app' },
  ...{ sourceProjectId: 2 as ProjectId, sourceProjectPath: 'ada/app', sourceBranch: 'topic', targetBranch: 'main' },
  ...{ title: 'Draft: Topic', description: null, draft: true, baseSha: null, labels: [], assignees: [] },
  milestone: null,
};

describe('variables of a merge request', () => {
  it('name both projects, with URLs once a runner has taken the job', () => {
    const planned = mergeRequestVariables(MERGE_REQUEST, undefined);
    expect(planned).toMatchObject({
      ...{ CI_MERGE_REQUEST_PROJECT_ID: '1', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2' },
      ...{ CI_MERGE_REQUEST_PROJECT_PATH: 'team/app', CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'ada/app' },
      ...{ CI_MERGE_REQUEST_PROJECT_URL: undefined, CI_MERGE_REQUEST_DRAFT: 'true' },
    });
    expect(mergeRequestVariables(MERGE_REQUEST, 'http://a')).toMatchObject({
      CI_MERGE_REQUEST_PROJECT_URL: 'http://a/team/app',
      CI_MERGE_REQUEST_SOURCE_PROJECT_URL: 'http://a/ada/app',
    });
  });

  it('leave out what the merge request does not have', () => {
    expect(mergeRequestVariables(MERGE_REQUEST, undefined)).toMatchObject({
      ...{ CI_MERGE_REQUEST_LABELS: null, CI_MERGE_REQUEST_ASSIGNEES: null, CI_MERGE_REQUEST_MILESTONE: null },
      ...{ CI_MERGE_REQUEST_DESCRIPTION: undefined, CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED: 'false' },
    });
  });

  it('have the first 2 700 characters of the description', () => {
    const values = mergeRequestVariables({ ...MERGE_REQUEST, description: 'a'.repeat(2_701) }, undefined);
    expect(values['CI_MERGE_REQUEST_DESCRIPTION']).toHaveLength(2_700);
    expect(values['CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED']).toBe('true');
  });
});
