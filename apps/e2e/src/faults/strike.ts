import path from 'node:path';
import { kafkaServes } from '@hearth/testing';
import { rowsOf } from '../system/database.js';
import { hearth, setting } from '../system/hearth.js';
import { freezeKafka, killEngine, killProcess, type Serves } from './engines.js';
import type { Strike } from './plan.js';
import { strikeStorage } from './storage-strikes.js';

const FROZEN_MS = 4_000;

const brokerServes: Serves = () => {
  const kafka = { brokers: setting('HEARTH_E2E_BROKERS'), secrets: path.join(hearth.data, 'secrets') };
  return kafkaServes(kafka, ['hearth.merge-requests', 'hearth.projects']);
};

/** Strikes a part of the system; an engine serves again afterwards. */
export function strike({ victim, how }: Strike): Promise<unknown> {
  if (victim.startsWith('repository-') && how !== 'killed') return strikeStorage(victim, how);
  const meanwhile = () => Promise.resolve();
  if (how === 'frozen') return freezeKafka(FROZEN_MS, brokerServes, meanwhile);
  if (victim === 'kafka') return killEngine(victim, brokerServes, meanwhile, how === 'killed' ? 'SIGKILL' : 'SIGTERM');
  if (victim === 'postgres') return killEngine(victim, async () => (await rowsOf('select 1')).length > 0, meanwhile);
  return killProcess(victim);
}
