import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fieldLabels } from './field-labels.js';
import { keptForm, presentKeptForm, type KeptForm } from './kept-form.js';
import { pageCaller } from './page-caller.js';
import { PAGE_HEADERS } from './page-headers.js';
import { sessionCookie, type PageSession } from './page-session.js';
import { TemplateRenderer } from './template-renderer.js';

/** `ended`: the sender has to sign in first. `old`: the form was made for another session of this browser. */
type Reason = 'ended' | 'old';

/** Thrown for a form that is not accepted, although it may come from a page of Hearth: its sender gets it back. */
export class FormNotTaken extends Error {
  /** @param kept undefined for a form that is not returned */
  constructor(
    readonly reason: Reason,
    readonly session: PageSession,
    readonly kept: KeptForm | undefined,
  ) {
    super(`form not taken: ${reason}`);
    this.name = 'FormNotTaken';
  }
}

/**
 * Keeps the form of a request that is not accepted.
 * @param merged its parameters
 * @param declared parameters of its endpoint
 */
export function formNotTaken(
  reason: Reason,
  { url, params }: Pick<FastifyRequest, 'url' | 'params'>,
  {
    session,
    merged,
    params: declared,
  }: { session: PageSession; merged?: Readonly<Record<string, unknown>>; params: z.ZodType },
): FormNotTaken {
  const inPath = params as Record<string, unknown>;
  const sent = merged && Object.fromEntries(Object.entries(merged).filter(([name]) => !(name in inPath)));
  return new FormNotTaken(reason, session, sent && keptForm(url.split('?', 1)[0]!, sent, fieldLabels(declared)));
}

const STATUS = { ended: 401, old: 403 } as const;
const TITLES = { ended: 'Your session has ended', old: 'This form is too old' } as const;

interface NotTakenPageData {
  readonly 'form-ended': Shown;
  readonly 'form-old': Shown;
}

interface Shown {
  readonly title: string;
  readonly form: ReturnType<typeof presentKeptForm> | undefined;
  readonly kept: string;
}

const renderer = new TemplateRenderer<NotTakenPageData>({});

/** Sends the page that returns a form to its sender. */
export function returnForm(request: FastifyRequest, reply: FastifyReply, { reason, session, kept }: FormNotTaken) {
  const { caller } = pageCaller(request);
  const data = { title: TITLES[reason], form: kept && presentKeptForm(kept), kept: JSON.stringify(kept) };
  const text = renderer.render({ caller: { principal: caller?.principal ?? null }, session }, `form-${reason}`, data);
  if (session.isNew && caller) void reply.header('set-cookie', sessionCookie(session.id, caller.baseUrl));
  return reply.code(STATUS[reason]).headers(PAGE_HEADERS).send(Buffer.from(text));
}
