import type { Made, Samples, Target } from '@hearth/testing';

/** Makes a topic without projects. */
async function newTopic({ as, fresh }: Target): Promise<number> {
  const name = fresh();
  return (await as.admin.post('/topics', { name, title: name })).expect(201).json<{ id: number }>().id;
}

async function made(target: Target): Promise<Made> {
  return { segments: { topic_id: await newTopic(target) } };
}

/** Makes a topic that as many projects have as the target has rows. */
async function usedTopic(target: Target): Promise<number> {
  const [row] = await target.query<{ name: string; id: number }>(
    `insert into projects.topics (name, title) values ($1, $1) returning id, name`,
    [target.fresh()],
  );
  await target.query(
    `update projects.projects set tag_list = array[$1::text] where id in (select id from projects.projects order by id limit $2)`,
    [row!.name, target.rows],
  );
  return Number(row!.id);
}

export const TOPICS: Samples = {
  'GET /topics': {
    before: async ({ query, fresh, rows }) => {
      const text = `insert into projects.topics (name, title, kept) select $1 || n, $1 || n, true from generate_series(1, $2) n`;
      await query(text, [fresh(), rows]);
      return {};
    },
  },
  'GET /topics/:topic_id': { before: made },
  'POST /topics': { body: ({ fresh }) => ({ name: fresh(), title: 'Title' }) },
  'PUT /topics/:topic_id': { before: made, body: () => ({ title: 'Changed' }) },
  'DELETE /topics/:topic_id': { before: async (target) => ({ segments: { topic_id: await usedTopic(target) } }) },
  'POST /topics/merge': {
    body: async (target) => ({ source_topic_id: await usedTopic(target), target_topic_id: await newTopic(target) }),
  },
  'GET /uploads/-/system/projects/topic/avatar/:topic_id/:file': {
    before: async (target) => {
      const topic = await newTopic(target);
      await target.query(
        `insert into projects.avatars (topic_id, file_name, content_type, content) values ($1, 'a.png', 'image/png', 'png')`,
        [topic],
      );
      return { segments: { topic_id: topic, file: 'a.png' } };
    },
  },
};
