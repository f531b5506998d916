import { Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { HttpCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import { CiModule } from '@hearth/ci';
import { KafkaEvents } from '@hearth/messaging';

@Module({ imports: [CiModule, HttpCalls.register(), KafkaEvents, AccessModule.signedFor('ci', accessContracts)] })
export class AppModule {}
