import { type Made, noteSamples, type Samples, type Target } from '@hearth/testing';

/** Each function makes the records of one request, for writes that can be done only once. */
const newLabel = async ({ as, project, fresh }: Target): Promise<Made> => {
  const made = await as.member.post(`/projects/${project}/labels`, { name: fresh(), color: '#fff' });
  return { segments: { label_id: made.expect(201).json<{ id: number }>().id } };
};

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

const label = () => ({ label_id: 'label-1' });
const issue = () => ({ issue_iid: 1 });

export const ISSUES: Samples = {
  ...noteSamples({ resource: 'issues', segment: 'issue_iid', numberIn: () => 1 }),
  'POST /projects/:id/labels': { body: ({ fresh }) => ({ name: fresh(), color: '#fff' }) },
  'PUT /projects/:id/labels': { body: () => ({ name: 'label-1', description: 'changed' }) },
  'DELETE /projects/:id/labels': {
    body: async ({ as, project, fresh }) => {
      const name = fresh();
      (await as.member.post(`/projects/${project}/labels`, { name, color: '#fff' })).expect(201);
      return { name };
    },
  },
  'GET /projects/:id/labels/:label_id': { segments: label },
  'PUT /projects/:id/labels/:label_id': { segments: label, body: () => ({ description: 'changed' }) },
  'DELETE /projects/:id/labels/:label_id': { before: newLabel },
  'POST /projects/:id/labels/:label_id/subscribe': { before: newLabel },
  'POST /projects/:id/labels/:label_id/unsubscribe': {
    before: async (target, role) => {
      const made = await newLabel(target);
      const subscribed = await target.as[role].post(
        `/projects/${target.project}/labels/${made.segments!['label_id']}/subscribe`,
      );
      subscribed.expect(201);
      return made;
    },
  },
  ...ofMilestones('project'),
  ...ofMilestones('group'),
  'GET /issues': { query: { scope: 'all' } },
  'POST /projects/:id/issues': {
    body: ({ fresh, member }) => ({ title: fresh(), labels: 'label-1', assignee_id: member }),
  },
  'GET /projects/:id/issues/:issue_iid': { segments: issue },
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
