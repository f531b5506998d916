import { Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { LocalCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import { EdgeModule } from '@hearth/edge';
import { LocalEvents } from '@hearth/messaging';
import { services } from './services.js';

@Module({
  imports: [EdgeModule.mounted(), ...services, LocalCalls, LocalEvents, AccessModule.attached(accessContracts)],
})
export class AppModule {}
