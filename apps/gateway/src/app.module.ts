import { Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { HttpCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import { EdgeModule } from '@hearth/edge';

@Module({ imports: [EdgeModule.proxying(), HttpCalls.register(), AccessModule.attached(accessContracts)] })
export class AppModule {}
