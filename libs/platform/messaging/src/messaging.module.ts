import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ServiceName } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { DeadLetters } from './inbox/dead-letters.js';
import type { ReactionClass } from './on.js';
import { Outbox } from './outbox/outbox.js';
import { ServiceMessaging } from './service-messaging.js';

/**
 * Gives a service module its `Outbox` and `DeadLetters`, and binds its reactions to its own database. Imported beside
 * `DataModule.forService`, on whose connections it works. The reactions are controllers of the service's own module too, because they
 * inject the service's stores; a class in only one of the two lists is refused at start.
 */
@Module({})
export class MessagingModule {
  static forService(
    service: ServiceName,
    { reactions = [] }: { reactions?: readonly ReactionClass[] } = {},
  ): DynamicModule {
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
          useFactory: (source: DataSource) => new ServiceMessaging(service, new Database(service, source), reactions),
        },
      ],
      exports: [Outbox, DeadLetters],
    };
  }
}
