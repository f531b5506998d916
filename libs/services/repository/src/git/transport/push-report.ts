import type { PushHead } from './push-head.js';
import { FLUSH, packet, sideBand } from './pkt-line.js';

const REASON = 'pre-receive hook declined';

/** Removes control characters, which would reach the pusher's terminal. */
export function messageLines(message: string): string[] {
  return message.split(/\r?\n/).map((line) => line.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, ' '));
}

/**
 * Returns the response to a push that is refused before git has seen it: the same as git's when its hook refuses. The client prints the message
 * after `remote:` (or as the reason, when it does not support side bands).
 */
export function refusalReport(head: PushHead, message: string): Buffer {
  const { capabilities, commands } = head;
  const banded = capabilities.has('side-band-64k');
  const reports = capabilities.has('report-status') || capabilities.has('report-status-v2');
  const lines = messageLines(message);
  const reason = banded ? REASON : lines.join(' ').slice(0, 1000);
  const report = Buffer.concat([
    packet('unpack ok\n'),
    ...commands.map(({ ref }) => packet(`ng ${ref} ${reason}\n`)),
    FLUSH,
  ]);
  if (!banded) return reports ? report : Buffer.alloc(0);
  return Buffer.concat([
    sideBand(2, Buffer.from(lines.map((line) => `${line}\n`).join(''))),
    ...(reports ? [sideBand(1, report)] : []),
    FLUSH,
  ]);
}
