import { Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { HttpCalls } from '@hearth/calls';
import { ResolveAccess } from '@hearth/contracts';
import { ProjectsModule } from '@hearth/projects';
import { KafkaEvents } from '@hearth/messaging';

@Module({
  imports: [ProjectsModule, HttpCalls.register(), KafkaEvents, AccessModule.signedFor('projects', ResolveAccess)],
})
export class AppModule {}
