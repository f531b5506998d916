import type { MigrationInterface } from 'typeorm';
import { MessagingTables1763700000000 } from './migrations/1763700000000-messaging-tables.js';
import { ReplayedDeadLetters1763740000000 } from './migrations/1763740000000-replayed-dead-letters.js';

/** Migrations of the messaging tables; every service puts them first in its own migrations. */
export const messagingMigrations: readonly (new () => MigrationInterface)[] = [
  MessagingTables1763700000000,
  ReplayedDeadLetters1763740000000,
];
