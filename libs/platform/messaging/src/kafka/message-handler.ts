import type { KafkaMessage } from 'kafkajs';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '../event.js';
import type { Outcome } from '../inbox/inbox.js';
import type { Reaction, ServiceMessaging } from '../service-messaging.js';
import { UnreadableMessage, fromMessage, typeOf } from './cloud-events.js';

export type Deliver = (event: EventEnvelope, reactions: readonly Reaction[]) => Promise<Outcome>;

const UNAVAILABLE: Outcome = { finished: false, retryAfterMs: 0, cause: 'unavailable' };

/** Delivers the messages of a service's topics to its reactions. */
export class MessageHandler {
  private readonly logger: Logger;
  private readonly reactions: Map<string, Reaction[]>;

  constructor(
    private readonly messaging: ServiceMessaging,
    private readonly deliver: Deliver,
  ) {
    this.logger = new Logger(`Consumer ${messaging.service}`);
    this.reactions = Map.groupBy(messaging.reactions, ({ event }) => event.name);
  }

  /** Handles a message. Never throws: kafkajs would retry it for ever and block every other partition. */
  async handle(message: KafkaMessage): Promise<Outcome> {
    const type = typeOf(message);
    const reactions = type === undefined ? [] : this.reactions.get(type);
    // Another type in the same topic, without a reaction in this service.
    if (!reactions) return { finished: true, result: 'duplicate' };
    try {
      return await this.deliver(fromMessage(message), reactions);
    } catch (error) {
      return error instanceof UnreadableMessage ? this.reject(message, error) : this.unavailable(error);
    }
  }

  private async reject(message: KafkaMessage, { message: reason }: UnreadableMessage): Promise<Outcome> {
    try {
      await this.messaging.rejectUnreadable(message.key?.toString() ?? '', message.value, reason);
      return { finished: true, result: 'dead' };
    } catch (error) {
      return this.unavailable(error);
    }
  }

  private unavailable(error: unknown): Outcome {
    this.logger.warn(`cannot handle a message: ${String(error)}`);
    return UNAVAILABLE;
  }
}
