import { Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { HttpCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import { RepositoryModule } from '@hearth/repository';
import { KafkaEvents } from '@hearth/messaging';

@Module({
  imports: [RepositoryModule, HttpCalls.register(), KafkaEvents, AccessModule.signedFor('repository', accessContracts)],
})
export class AppModule {}
