import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ServiceName } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { EventServer } from './event-server.js';
import { DeadLetters } from './inbox/dead-letters.js';
import { Inbox } from './inbox/inbox.js';
import { Outbox } from './outbox/outbox.js';
import { ServiceMessaging } from './service-messaging.js';

/**
 * Provides `Outbox`, `DeadLetters` and the inbox of its reactions (`On`) to a service module, on the connections of its
 * `DataModule.forService`. The app binds a transport of events: `KafkaEvents` or `LocalEvents`.
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
          provide: Inbox,
          inject: [dataSource],
          useFactory: (source: DataSource) => new Inbox(service, new Database(service, source)),
        },
        {
          provide: ServiceMessaging,
          inject: [dataSource, Inbox, EventServer],
          useFactory: (source: DataSource, inbox: Inbox, events: EventServer) => {
            const messaging = new ServiceMessaging(new Database(service, source), inbox);
            events.add(messaging);
            return messaging;
          },
        },
      ],
      exports: [Outbox, DeadLetters, Inbox],
    };
  }
}
