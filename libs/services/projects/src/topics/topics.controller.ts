import { Controller } from '@nestjs/common';
import { Call, Endpoint, RouteNotFound, Stream, returns, type CallOf, type Page } from '@hearth/http';
import { AvatarFacts } from '../avatars/avatar.facts.js';
import { RecordNotFound, TopicInvalid, TopicsIdentical } from '../refusals.js';
import { CreateTopic } from './create.js';
import { DeleteTopic } from './delete.js';
import { MergeTopics } from './merge.js';
import { TopicFacts } from './topic.facts.js';
import {
  CreateTopicParams,
  ListTopicsParams,
  MergeTopicsParams,
  TopicAvatarParams,
  TopicParams,
  UpdateTopicParams,
} from './topic.params.js';
import { TopicView, presentTopic } from './topic.view.js';
import { UpdateTopic } from './update.js';

const ONE = '/topics/:topic_id';

/** Topics of projects, which admins describe, merge and delete. */
@Controller()
export class TopicsController {
  constructor(
    private readonly topicFacts: TopicFacts,
    private readonly avatarFacts: AvatarFacts,
    private readonly createTopic: CreateTopic,
    private readonly updateTopic: UpdateTopic,
    private readonly deleteTopic: DeleteTopic,
    private readonly mergeTopics: MergeTopics,
  ) {}

  @Endpoint.get('/topics', {
    summary: 'List topics of projects',
    anonymous: 'allowed',
    params: ListTopicsParams,
    returns: returns.page(TopicView),
  })
  async list(@Call() { params, caller }: CallOf<typeof ListTopicsParams>): Promise<Page<TopicView>> {
    const { search, without_projects: withoutProjects = false, page, per_page: perPage } = params;
    const topics = await this.topicFacts.page(caller.principal, { search, withoutProjects }, { page, perPage });
    return topics.map((topic) => presentTopic(topic, caller.baseUrl));
  }

  @Endpoint.get(ONE, {
    summary: 'Get a topic of projects',
    anonymous: 'allowed',
    params: TopicParams,
    returns: returns.json(TopicView),
    refuses: [RecordNotFound],
  })
  one(@Call() { params, caller }: CallOf<typeof TopicParams>): Promise<TopicView> {
    return this.read(params.topic_id, caller);
  }

  @Endpoint.post('/topics', {
    summary: 'Create a topic of projects',
    admin: true,
    params: CreateTopicParams,
    returns: returns.json(TopicView),
    refuses: [TopicInvalid],
  })
  async create(@Call() { params, caller }: CallOf<typeof CreateTopicParams>): Promise<TopicView> {
    const { name, title = name, description = null, avatar } = params;
    return this.read(await this.createTopic.execute({ name, title, description }, avatar), caller);
  }

  @Endpoint.put(ONE, {
    summary: 'Change a topic of projects',
    admin: true,
    params: UpdateTopicParams,
    returns: returns.json(TopicView),
    refuses: [RecordNotFound, TopicInvalid],
  })
  async update(@Call() { params, caller }: CallOf<typeof UpdateTopicParams>): Promise<TopicView> {
    const { topic_id: id, avatar, ...changes } = params;
    await this.updateTopic.execute(id, changes, avatar);
    return this.read(id, caller);
  }

  @Endpoint.delete(ONE, {
    summary: 'Delete a topic, and remove it from projects',
    admin: true,
    params: TopicParams,
    returns: returns.empty,
    refuses: [RecordNotFound],
  })
  delete(@Call() { params, unlessModified }: CallOf<typeof TopicParams>): Promise<void> {
    return this.deleteTopic.execute(params.topic_id, unlessModified);
  }

  @Endpoint.post('/topics/merge', {
    summary: 'Give the projects of a topic another one, and delete the first',
    admin: true,
    params: MergeTopicsParams,
    returns: returns.json(TopicView),
    refuses: [RecordNotFound, TopicsIdentical],
  })
  async merge(@Call() { params, caller }: CallOf<typeof MergeTopicsParams>): Promise<TopicView> {
    await this.mergeTopics.execute(params.source_topic_id, params.target_topic_id);
    return this.read(params.target_topic_id, caller);
  }

  @Endpoint.get('/uploads/-/system/projects/topic/avatar/:topic_id/:file', {
    summary: "Get a topic's picture",
    at: 'root',
    credentials: 'token-or-session',
    anonymous: 'allowed',
    params: TopicAvatarParams,
    returns: returns.stream('image/*'),
    refuses: [RecordNotFound, RouteNotFound],
  })
  async avatar(@Call() { params, caller }: CallOf<typeof TopicAvatarParams>): Promise<Stream> {
    const { id: topicId } = await this.topicFacts.one(caller.principal, params.topic_id);
    const { content, contentType, etag } = await this.avatarFacts.one({ topicId }, params.file);
    return new Stream(content, { type: contentType, etag });
  }

  private async read(id: number, { principal, baseUrl }: CallOf<typeof TopicParams>['caller']): Promise<TopicView> {
    return presentTopic(await this.topicFacts.one(principal, id), baseUrl);
  }
}
