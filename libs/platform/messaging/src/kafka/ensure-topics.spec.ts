import type { ITopicMetadata } from 'kafkajs';
import { ensureTopics } from './ensure-topics.js';

const failureOf = (type: string) => Object.assign(new Error(`failed with ${type}`), { type });
const topics = [{ topic: 'events', numPartitions: 4 }];

/** An admin whose questions for metadata fail with these errors before they succeed. */
function adminWith(errors: Error[]) {
  const asked = { creations: 0, questions: 0 };
  const admin = {
    createTopics: () => {
      asked.creations += 1;
      return Promise.resolve(true);
    },
    fetchTopicMetadata: (): Promise<{ topics: ITopicMetadata[] }> => {
      asked.questions += 1;
      const error = errors.shift();
      return error ? Promise.reject(error) : Promise.resolve({ topics: [] });
    },
  };
  return { admin, asked };
}

describe('new topics', () => {
  it('are waited for while brokers do not know them or their leaders', async () => {
    const usedUp = new Error('retries are used up', { cause: failureOf('LEADER_NOT_AVAILABLE') });
    const { admin, asked } = adminWith([failureOf('UNKNOWN_TOPIC_OR_PARTITION'), usedUp]);
    await ensureTopics(admin, topics);
    expect(asked).toEqual({ creations: 3, questions: 3 });
  });

  it('are not waited for beyond the deadline', async () => {
    const { admin, asked } = adminWith(Array.from({ length: 5 }, () => failureOf('UNKNOWN_TOPIC_OR_PARTITION')));
    let time = 0;
    const now = () => (time += 400);
    await expect(ensureTopics(admin, topics, { limitMs: 1_000, now })).rejects.toThrow('UNKNOWN_TOPIC_OR_PARTITION');
    expect(asked.questions).toBe(3);
  });

  it('are not waited for after another failure', async () => {
    const { admin, asked } = adminWith([failureOf('TOPIC_AUTHORIZATION_FAILED')]);
    await expect(ensureTopics(admin, topics)).rejects.toThrow('TOPIC_AUTHORIZATION_FAILED');
    expect(asked.questions).toBe(1);
  });
});
