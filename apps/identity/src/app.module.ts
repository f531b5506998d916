import { Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { HttpCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import { IdentityModule } from '@hearth/identity';
import { KafkaEvents } from '@hearth/messaging';

@Module({
  imports: [IdentityModule, HttpCalls.register(), KafkaEvents, AccessModule.signedFor('identity', accessContracts)],
})
export class AppModule {}
