import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { ActivityPagesController } from './activity-pages.controller.js';

@Module({ imports: [RenderingModule, ActivityModule], controllers: [ActivityPagesController] })
export class ActivityPagesModule {}
