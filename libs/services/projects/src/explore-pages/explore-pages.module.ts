import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { TopicsModule } from '../topics/topics.module.js';
import { ExplorePagesController } from './explore-pages.controller.js';

/** Pages by which projects and groups are found. */
@Module({
  imports: [RenderingModule, GroupsModule, ProjectModule, TopicsModule],
  controllers: [ExplorePagesController],
})
export class ExplorePagesModule {}
