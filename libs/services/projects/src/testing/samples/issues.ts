import {
  discussionSamples,
  type Made,
  noteSamples,
  resourceEventSamples,
  type Samples,
  type Target,
} from '@hearth/testing';

/** Each function makes the records of one request, for writes that can be done only once. */
function newLabel(kind: 'project' | 'group') {
  return async ({ as, fresh, ...target }: Target): Promise<Made> => {
    const made = await as.member.post(`/${kind}s/${target[kind]}/labels`, { name: fresh(), color: '#fff' });
    return { segments: { label_id: made.expect(201).json<{ id: number }>().id } };
  };
}

function newMilestone(kind: 'project' | 'group') {
  return async ({ as, fresh, ...target }: Target): Promise<Made> => {
    const made = await as.member.post(`/${kind}s/${target[kind]}/milestones`, { title: fresh() });
    return { segments: { milestone_id: made.expect(201).json<{ id: number }>().id } };
  };
}

/** Returns the first milestone, to which all issues belong. */
function firstMilestone(kind: 'project' | 'group') {
  const column = kind === 'project' ? 'project_id' : 'namespace_id';
  return async ({ query, ...target }: Target): Promise<Made> => {
    const [row] = await query<{ id: number }>(`select min(id) as id from projects.milestones where ${column} = $1`, [
      target[kind],
    ]);
    return { segments: { milestone_id: Number(row!.id) } };
  };
}

const newIssue = async ({ as, project, fresh }: Target): Promise<Made> => {
  const made = await as.admin.post(`/projects/${project}/issues`, { title: fresh() });
  return { segments: { issue_iid: made.expect(201).json<{ iid: number }>().iid } };
};

/** Adds a to-do item of the role on a new issue. */
const newTodo = async (target: Target, role: 'member' | 'admin'): Promise<Made> => {
  const { segments } = await newIssue(target);
  const made = await target.as[role].post(`/projects/${target.project}/issues/${segments!['issue_iid']}/todo`);
  return { segments: { id: made.expect(201).json<{ id: number }>().id } };
};

/** Links a new issue with the second one: the first has as many links as possible. */
const newLink = async (target: Target): Promise<Made> => {
  const { segments } = await newIssue(target);
  const body = { target_project_id: target.project, target_issue_iid: 2 };
  const at = `/projects/${target.project}/issues/${segments!['issue_iid']}/links`;
  const made = await target.as.admin.post(at, body);
  return { segments: { ...segments, issue_link_id: made.expect(201).json<{ id: number }>().id } };
};

function ofMilestones(kind: 'project' | 'group'): Samples {
  const at = `/${kind}s/:id/milestones`;
  return {
    [`POST ${at}`]: { body: ({ fresh }) => ({ title: fresh() }) },
    [`GET ${at}/:milestone_id`]: { before: firstMilestone(kind) },
    [`GET ${at}/:milestone_id/issues`]: { before: firstMilestone(kind) },
    [`PUT ${at}/:milestone_id`]: { before: newMilestone(kind), body: () => ({ description: 'changed' }) },
    [`DELETE ${at}/:milestone_id`]: { before: newMilestone(kind) },
  };
}

function ofLabels(kind: 'project' | 'group', first: string): Samples {
  const at = `/${kind}s/:id/labels`;
  const label = () => ({ label_id: first });
  return {
    [`POST ${at}`]: { body: ({ fresh }) => ({ name: fresh(), color: '#fff' }) },
    [`PUT ${at}`]: { body: () => ({ name: first, description: 'changed' }) },
    [`DELETE ${at}`]: {
      body: async ({ as, fresh, ...target }) => {
        const name = fresh();
        (await as.member.post(`/${kind}s/${target[kind]}/labels`, { name, color: '#fff' })).expect(201);
        return { name };
      },
    },
    [`GET ${at}/:label_id`]: { segments: label },
    [`PUT ${at}/:label_id`]: { segments: label, body: () => ({ description: 'changed' }) },
    [`DELETE ${at}/:label_id`]: { before: newLabel(kind) },
    [`POST ${at}/:label_id/subscribe`]: { before: newLabel(kind) },
    [`POST ${at}/:label_id/unsubscribe`]: {
      before: async (target, role) => {
        const made = await newLabel(kind)(target);
        const label = `/${kind}s/${target[kind]}/labels/${made.segments!['label_id']}`;
        (await target.as[role].post(`${label}/subscribe`)).expect(201);
        return made;
      },
    },
  };
}

const issue = () => ({ issue_iid: 1 });

const NOTEABLE = { resource: 'issues', segment: 'issue_iid', numberIn: () => 1 };

export const ISSUES: Samples = {
  ...noteSamples(NOTEABLE),
  ...discussionSamples(NOTEABLE),
  ...resourceEventSamples(NOTEABLE),
  ...ofLabels('project', 'label-1'),
  ...ofLabels('group', 'group-label-1'),
  'PUT /projects/:id/labels/:label_id/promote': { before: newLabel('project') },
  ...ofMilestones('project'),
  'POST /projects/:id/milestones/:milestone_id/promote': { before: newMilestone('project') },
  ...ofMilestones('group'),
  'GET /projects/:id/templates/gitignores': {},
  'GET /projects/:id/templates/gitignores/:name': { segments: () => ({ name: 'Node' }) },
  'GET /projects/:id/templates/licenses': { short: 'there are few licenses' },
  'GET /projects/:id/templates/licenses/:name': { segments: () => ({ name: 'mit' }) },
  'GET /templates/gitignores': {},
  'GET /templates/gitignores/:key': { segments: () => ({ key: 'Node' }) },
  'GET /templates/licenses': { short: 'there are few licenses' },
  'GET /templates/licenses/:key': { segments: () => ({ key: 'mit' }) },
  'POST /markdown': { body: () => ({ text: '# Hello' }) },
  'GET /search': { query: { scope: 'issues', search: 'issue' } },
  'GET /groups/:id/search': { query: { scope: 'issues', search: 'issue' } },
  'GET /projects/:id/search': { query: { scope: 'issues', search: 'issue' } },
  'GET /groups/:id/-/search': { query: { scope: 'issues', search: 'issue' } },
  'GET /projects/:id/-/search': { query: { scope: 'issues', search: 'issue' } },
  'GET /issues': { query: { scope: 'all' } },
  'GET /issues/:id': {
    before: async ({ query, project }) => {
      const [row] = await query<{ id: number }>('select min(id) as id from projects.issues where project_id = $1', [
        project,
      ]);
      return { segments: { id: Number(row!.id) } };
    },
  },
  'POST /projects/:id/issues': {
    body: ({ fresh, member }) => ({ title: fresh(), labels: 'label-1', assignee_id: member }),
  },
  'GET /projects/:id/issues/:issue_iid': { segments: issue },
  'GET /todos': { query: { state: 'done' } },
  'POST /todos/mark_as_done': {},
  'POST /todos/:id/mark_as_done': { before: newTodo },
  'POST /projects/:id/issues/:issue_iid/todo': { before: newIssue },
  'POST /projects/:id/merge_requests/:merge_request_iid/todo': {
    before: async ({ query, project }) => {
      await query('delete from projects.todos where project_id = $1 and merge_request_id is not null', [project]);
      return { segments: { merge_request_iid: 1 } };
    },
  },
  'GET /projects/:id/issues/:issue_iid/time_stats': { segments: issue },
  'POST /projects/:id/issues/:issue_iid/time_estimate': { before: newIssue, body: () => ({ duration: '1h' }) },
  'POST /projects/:id/issues/:issue_iid/reset_time_estimate': { before: newIssue },
  'POST /projects/:id/issues/:issue_iid/add_spent_time': { before: newIssue, body: () => ({ duration: '1h' }) },
  'POST /projects/:id/issues/:issue_iid/reset_spent_time': { before: newIssue },
  'GET /projects/:id/issues/:issue_iid/participants': { segments: issue },
  'GET /projects/:id/issues/:issue_iid/user_agent_detail': {
    before: async (target) => {
      const made = await newIssue(target);
      await target.query(
        `insert into projects.user_agent_details (issue_id, user_agent, ip_address)
         select id, 'agent', '127.0.0.1' from projects.issues where project_id = $1 and iid = $2`,
        [target.project, made.segments!['issue_iid']],
      );
      return made;
    },
  },
  'PUT /projects/:id/issues/:issue_iid': {
    before: newIssue,
    body: ({ fresh }) => ({ title: fresh(), labels: 'label-2' }),
  },
  'DELETE /projects/:id/issues/:issue_iid': { before: newIssue },
  'POST /projects/:id/issues/:issue_iid/move': {
    before: newIssue,
    body: async ({ query, group, project }) => {
      const [row] = await query<{ id: number }>(
        'select min(id) as id from projects.projects where namespace_id = $1 and id <> $2',
        [group, project],
      );
      return { to_project_id: Number(row!.id) };
    },
  },
  'GET /projects/:id/issues/:issue_iid/links': { segments: issue },
  'GET /projects/:id/issues/:issue_iid/links/:issue_link_id': { before: newLink },
  'POST /projects/:id/issues/:issue_iid/links': {
    before: newIssue,
    body: ({ project }) => ({ target_project_id: project, target_issue_iid: 2 }),
  },
  'DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id': { before: newLink },
  'POST /projects/:id/issues/:issue_iid/subscribe': {
    before: async (target, role) => {
      const made = await newIssue(target);
      if (role === 'admin') {
        const left = await target.as.admin.post(
          `/projects/${target.project}/issues/${made.segments!['issue_iid']}/unsubscribe`,
        );
        left.expect(201);
      }
      return made;
    },
  },
  'POST /projects/:id/issues/:issue_iid/unsubscribe': {
    before: async (target, role) => {
      const made = await newIssue(target);
      if (role === 'member') {
        const joined = await target.as.member.post(
          `/projects/${target.project}/issues/${made.segments!['issue_iid']}/subscribe`,
        );
        joined.expect(201);
      }
      return made;
    },
  },
};
