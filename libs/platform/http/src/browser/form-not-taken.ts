import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { PageSession } from './page-session.js';

/** Parameters of a form that is given back to its sender. */
export interface SentForm {
  /** Path of the request. */
  readonly path: string;
  /** Parameters of the query and the body. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Parameters that the endpoint declares. */
  readonly params: z.ZodType;
}

/** Thrown for a form that is not accepted, although it may come from a page of Hearth: its sender gets it back. */
export class FormNotTaken extends Error {
  /**
   * @param reason `ended`: the sender has to sign in first. `old`: the form was made for another session of this browser.
   * @param sent undefined for a form that is not returned
   */
  constructor(
    readonly reason: 'ended' | 'old',
    readonly session: PageSession,
    readonly sent: SentForm | undefined,
  ) {
    super(`form not taken: ${reason}`);
    this.name = 'FormNotTaken';
  }
}

/** @param merged all parameters of the request, those of its path included */
export function sentForm(
  { url, params: inPath }: Pick<FastifyRequest, 'url' | 'params'>,
  merged: Readonly<Record<string, unknown>>,
  params: z.ZodType,
): SentForm {
  const values = Object.entries(merged).filter(([name]) => !(name in (inPath as object)));
  return { path: url.split('?', 1)[0]!, values: Object.fromEntries(values), params };
}
