import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, RouteNotFound, returns, v4, type CallOf } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { tokenHash } from '@hearth/secrets';
import { z } from 'zod';
import { ListPageParams, noticeOf, withNotice } from '../pages/notices.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { browserName } from './browser-name.rules.js';
import { EndSession } from './end-session.js';
import { SessionFacts } from './session.facts.js';

const LIST = '/-/profile/active_sessions';
/** Session by the hash of its id, which does not authenticate. */
const SessionParams = z.object({ id: v4.text({ most: 64 }), confirmed });
const EndOthersParams = z.object({ confirmed });

/** Pages of the current user's sessions. */
@Controller()
export class SessionPagesController {
  constructor(
    private readonly sessionFacts: SessionFacts,
    private readonly endSession: EndSession,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(LIST, { summary: "Show one's sessions", params: ListPageParams, returns: returns.html })
  async list(@Call() call: CallOf<typeof ListPageParams>) {
    const current = tokenHash(call.session.id);
    const sessions = (await this.sessionFacts.of(call.user.userId)).map(({ idHash, ...session }) => {
      const id = idHash.toString('hex');
      return { ...session, browser: browserName(session.browser), id, current: id === current };
    });
    const data = { title: 'Sessions', notice: noticeOf(call.params.done), sessions };
    return this.pages.page(call, 'sessions', data);
  }

  @Endpoint.post(`${LIST}/end_others`, {
    summary: 'End all sessions but this one',
    params: EndOthersParams,
    returns: returns.html,
  })
  async endOthers(@Call() call: CallOf<typeof EndOthersParams>) {
    const { user, session, params } = call;
    if (!params.confirmed) {
      const text = 'Every other browser that is signed in as you has to sign in again.';
      return this.pages.confirm(call, { title: 'Sign out everywhere else?', text, button: 'Sign out', back: LIST });
    }
    await this.endSession.others(user, Buffer.from(tokenHash(session.id), 'hex'));
    return new Redirect(withNotice(LIST, 'ended'));
  }

  @Endpoint.post(`${LIST}/:id/end`, {
    summary: 'End a session',
    params: SessionParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async end(@Call() call: CallOf<typeof SessionParams>) {
    const { user, params } = call;
    if (!params.confirmed) {
      const found = (await this.sessionFacts.of(user.userId)).find(
        ({ idHash }) => idHash.toString('hex') === params.id,
      );
      if (!found) throw RouteNotFound();
      const title = `Sign out ${found.browser ?? 'a browser without a name'}?`;
      const text = `It is signed in from ${found.address}.`;
      return this.pages.confirm(call, { title, text, button: 'Sign out', back: LIST });
    }
    if (!(await this.endSession.execute(user, Buffer.from(params.id, 'hex')))) throw RouteNotFound();
    return new Redirect(withNotice(LIST, 'ended'));
  }
}
