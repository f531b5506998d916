import { v4 } from '@hearth/http';
import { z } from 'zod';

const description = v4.text().nullable().optional().describe('Description of the topic');
const avatar = v4.optional(v4.file()).describe('Picture of the topic; an empty text removes it');

export const ListTopicsParams = z.object({
  search: v4.search().describe('Text that the name contains'),
  without_projects: v4.optional(v4.boolean()).describe('Only topics without projects; false by default'),
  ...v4.page,
});

export const TopicParams = z.object({ topic_id: v4.id().describe('Id of the topic') });

export const TopicAvatarParams = TopicParams.extend({ file: v4.text().describe('Name of the file') });

export const CreateTopicParams = z.object({
  name: v4.text().describe('Name, as projects use it'),
  title: v4.optional(v4.text()).describe('Name for people; by default the name'),
  description,
  avatar,
});

export const UpdateTopicParams = TopicParams.extend({
  name: v4.optional(v4.text()).describe('Name; it can be changed while no project uses the topic'),
  title: v4.optional(v4.text()).describe('Name for people'),
  description,
  avatar,
});

export const MergeTopicsParams = z.object({
  source_topic_id: v4.integer().describe('Id of the topic that is deleted'),
  target_topic_id: v4.integer().describe('Id of the topic that gets its projects'),
});
