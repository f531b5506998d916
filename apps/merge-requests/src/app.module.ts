import { Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { HttpCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import { MergeRequestsModule } from '@hearth/merge-requests';
import { KafkaEvents } from '@hearth/messaging';

@Module({
  imports: [
    MergeRequestsModule,
    HttpCalls.register(),
    KafkaEvents,
    AccessModule.signedFor('merge-requests', accessContracts),
  ],
})
export class AppModule {}
