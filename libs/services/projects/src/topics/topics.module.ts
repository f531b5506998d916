import { Module } from '@nestjs/common';
import { AvatarsModule } from '../avatars/avatars.module.js';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CreateTopic } from './create.js';
import { DeleteTopic } from './delete.js';
import { MergeTopics } from './merge.js';
import { ReplaceTopic } from './replace.js';
import { TopicFacts } from './topic.facts.js';
import { TopicsController } from './topics.controller.js';
import { UpdateTopic } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, AvatarsModule],
  controllers: [TopicsController],
  providers: [TopicFacts, CreateTopic, UpdateTopic, DeleteTopic, MergeTopics, ReplaceTopic],
  exports: [TopicFacts],
})
export class TopicsModule {}
