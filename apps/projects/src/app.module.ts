import { Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { HttpCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import { ProjectsModule } from '@hearth/projects';
import { KafkaEvents } from '@hearth/messaging';

@Module({
  imports: [ProjectsModule, HttpCalls.register(), KafkaEvents, AccessModule.signedFor('projects', accessContracts)],
})
export class AppModule {}
