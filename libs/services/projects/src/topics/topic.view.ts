import { z } from 'zod';
import { presentAvatarUrl } from '../avatars/avatar.view.js';
import type { TopicRecord } from './topics.store.js';

export const TopicView = z.strictObject({
  id: z.int().describe('Id of the topic'),
  name: z.string().describe('Name, as projects use it'),
  title: z.string().describe('Name for people'),
  description: z.string().nullable().describe('Description of the topic; null without one'),
  total_projects_count: z
    .int()
    .describe(
      'Number of projects with the topic: for anonymous callers public ones, for users internal ones too, for admins all',
    ),
  avatar_url: z.string().nullable().describe('Address of the picture; null without one'),
});
export type TopicView = z.output<typeof TopicView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentTopic(topic: TopicRecord, baseUrl: string): TopicView {
  return {
    id: topic.id,
    name: topic.name,
    title: topic.title,
    description: topic.description,
    total_projects_count: topic.projectsCount,
    avatar_url: presentAvatarUrl('projects/topic', topic, baseUrl),
  };
}
