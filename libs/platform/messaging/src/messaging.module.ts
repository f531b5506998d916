import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ServiceName } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { DeadLetters } from './inbox/dead-letters.js';
import { Outbox } from './outbox/outbox.js';
import { ServiceMessaging } from './service-messaging.js';

/**
 * Provides `Outbox` and `DeadLetters` to a service module, on the connections of its `DataModule.forService`. Reactions (@On) among the
 * module's own providers are found when messaging starts.
 */
@Module({})
export class MessagingModule {
  static forService(service: ServiceName): DynamicModule {
    const dataSource = getDataSourceToken(service);
    return {
      module: MessagingModule,
      providers: [
        { provide: Outbox, useValue: new Outbox(service) },
        {
          provide: DeadLetters,
          inject: [dataSource],
          useFactory: (source: DataSource) => new DeadLetters(service, new Database(service, source)),
        },
        {
          provide: ServiceMessaging,
          inject: [dataSource],
          useFactory: (source: DataSource) => new ServiceMessaging(service, new Database(service, source)),
        },
      ],
      exports: [Outbox, DeadLetters],
    };
  }
}
