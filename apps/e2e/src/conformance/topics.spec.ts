import { Topic } from '../schemas/records.js';
import { hearth } from '../system/hearth.js';
import { expectAnswer, expectRecord } from './expect-answer.js';

describe('topics', () => {
  it('are made by admins, listed for everybody, and merged', async () => {
    const suffix = Date.now().toString(36);
    const create = async (name: string) => {
      const answer = await hearth.root.post('/topics', { name: `${name}-${suffix}`, title: name });
      return expectRecord(answer, Topic, 201).id;
    };
    const [source, target] = [await create('source'), await create('target')];
    const topics = await hearth.anonymous.read<{ id: number }[]>(`/topics?search=${suffix}`);
    expect(topics.map((topic) => Topic.parse(topic).id)).toEqual([source, target]);
    const merged = await hearth.root.post('/topics/merge', { source_topic_id: source, target_topic_id: target });
    expect(expectRecord(merged, Topic, 201).id).toBe(target);
    expectAnswer(await hearth.anonymous.get(`/topics/${source}`), 404, { message: '404 Not found' });
    (await hearth.root.delete(`/topics/${target}`)).expect(204);
  });
});
