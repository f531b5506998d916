import { Injectable } from '@nestjs/common';
import { sendOutside, Unsendable } from '@hearth/calls';
import { storableText } from '@hearth/data';
import { isPublicAddress } from '@hearth/repository-contracts';
import { isHookUrl } from '../hooks/hook.rules.js';
import { hooksToPrivate } from '../hooks/private-receivers.js';
import type { ReceiverAnswer } from './delivery.rules.js';

/** Longest time for the name, the connection and the whole answer. */
const TIMEOUT_MS = 10_000;
const MOST_ANSWER_BYTES = 64 * 1024;
const MOST_HEADERS = 50;
const MOST_HEADER = 1_000;

type Target = { readonly url: string; readonly verifyTls: boolean };

/** Sends deliveries to receivers. */
@Injectable()
export class Receiver {
  /** Posts a body once. @throws when the process shuts down meanwhile */
  async post(
    target: Target,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<ReceiverAnswer> {
    const started = performance.now();
    const seconds = () => Math.round(performance.now() - started) / 1_000;
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const answer = await exchange(target, headers, body, AbortSignal.any([signal, limit]));
      return { ...answer, error: null, seconds: seconds() };
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = limit.aborted ? 'The receiver did not answer within 10 seconds.' : reasonOf(error);
      return { status: null, headers: {}, body: '', error: reason, seconds: seconds() };
    }
  }
}

async function exchange(
  { url: text, verifyTls }: Target,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<Pick<ReceiverAnswer, 'status' | 'headers' | 'body'>> {
  const privateAllowed = hooksToPrivate();
  // The operator may have closed private networks since the hook was saved.
  if (!isHookUrl(text, privateAllowed)) throw new Unsendable('That address is not allowed.');
  const isAllowed = (address: string) => privateAllowed || isPublicAddress(address);
  const sent = {
    method: 'POST' as const,
    url: new URL(text),
    headers,
    body,
    verifyTls,
    isAllowed,
    mostBytes: MOST_ANSWER_BYTES,
    signal,
  };
  const answer = await sendOutside(sent);
  const shown = Object.entries(answer.headers).slice(0, MOST_HEADERS);
  return {
    status: answer.status,
    headers: Object.fromEntries(shown.map(([name, value]) => [name, storableText(value, MOST_HEADER)])),
    body: storableText(answer.body.toString('utf8')),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof Unsendable) return error.message;
  const code = (error as { code?: unknown } | null)?.code;
  return `The receiver could not be reached${typeof code === 'string' ? ` (${code})` : ''}.`;
}
