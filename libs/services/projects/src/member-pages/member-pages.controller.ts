import { Controller, type Type } from '@nestjs/common';
import { may } from '@hearth/access';
import {
  Call,
  Endpoint,
  Forbidden,
  GroupNotFound,
  ProjectNotFound,
  Redirect,
  returns,
  type CallOf,
} from '@hearth/http';
import { attempt, pageOf, refusalOf, type Sentences } from '@hearth/pages';
import { memberAbilities } from '../abilities.js';
import { AddMember } from '../members/add.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { RemoveMember } from '../members/remove.js';
import { UpdateMember } from '../members/update.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MemberExists, MemberInvalid, RecordNotFound } from '../refusals.js';
import { MemberPageFacts } from './member-page.facts.js';
import { MemberPage } from './member-page.js';
import { memberPageParams, noticeOf, withNotice, type MemberPageParams } from './member-page.params.js';
import { membersAddress } from './member-pages.view.js';

const NEEDED: Sentences = [
  [Forbidden, 'That is not possible: a group keeps its last owner, and a project the owner of its namespace.'],
];
const UNKNOWN = { field: 'username', text: 'There is no user with this username.' };

/** Builds the page of members, which is the same for projects and groups. */
function memberPagesController(kind: MemberSourceKind): Type<object> {
  const { read, manage, remove } = memberAbilities[kind];
  const Params = memberPageParams(kind);
  const at = `/-/${kind}/:id/${kind}_members`;
  const gone = kind === 'project' ? ProjectNotFound : GroupNotFound;

  @Controller()
  class MemberPagesController {
    constructor(
      private readonly memberPageFacts: MemberPageFacts,
      private readonly addMember: AddMember,
      private readonly updateMember: UpdateMember,
      private readonly removeMember: RemoveMember,
      private readonly memberPage: MemberPage,
      private readonly pages: PageRenderer,
    ) {}

    @Endpoint.get(at, {
      summary: `Show the members of a ${kind}`,
      can: read,
      params: Params.list,
      returns: returns.html,
      refuses: [gone],
    })
    list(@Call() call: CallOf<MemberPageParams['list']>) {
      const { inherited, search, page, done } = call.params;
      const list = { scope: inherited ? 'all' : 'direct', search, request: pageOf(page) } as const;
      return this.memberPage.show(kind, call, { notice: noticeOf(done) }, list);
    }

    @Endpoint.post(at, {
      summary: `Add a member to a ${kind} in a browser`,
      can: manage,
      params: Params.add,
      returns: returns.html,
      refuses: [gone, Forbidden],
    })
    async add(@Call() call: CallOf<MemberPageParams['add']>) {
      const { username, access_level: level, expires_at: expiresAt = null } = call.params;
      const values = { username, access_level: level, expires_at: expiresAt ?? '' };
      const found = await this.memberPageFacts.user(username);
      if (!found) return this.memberPage.show(kind, call, { values, failures: [UNKNOWN] });
      const made = await attempt(
        () => this.addMember.execute(memberSourceOf(kind, call), found, { level, expiresAt }, call.user),
        [MemberExists, MemberInvalid],
        {},
        { [MemberExists.code]: 'username' },
      );
      if ('failures' in made) return this.memberPage.show(kind, call, { values, failures: made.failures });
      return new Redirect(withNotice(membersAddress(kind, call), 'added'));
    }

    @Endpoint.post(`${at}/:user_id`, {
      summary: `Change a member of a ${kind} in a browser`,
      can: manage,
      params: Params.update,
      returns: returns.html,
      refuses: [gone, RecordNotFound, MemberInvalid],
    })
    async update(@Call() call: CallOf<MemberPageParams['update']>) {
      const { user_id: userId, access_level: level, expires_at: expiresAt = null } = call.params;
      const error = await refusalOf(
        () => this.updateMember.execute(memberSourceOf(kind, call), userId, { level, expiresAt }, call.user),
        NEEDED,
      );
      if (error !== null) return this.memberPage.failed(kind, call, error);
      return new Redirect(withNotice(membersAddress(kind, call), 'saved'));
    }

    @Endpoint.post(`${at}/:user_id/delete`, {
      summary: `Remove a member from a ${kind}, or leave it, in a browser`,
      can: remove,
      params: Params.remove,
      returns: returns.html,
      refuses: [gone, RecordNotFound, Forbidden],
    })
    async remove(@Call() call: CallOf<MemberPageParams['remove']>) {
      const { user, unlessModified, params } = call;
      const leaves = params.user_id === user.userId;
      if (!leaves && !may(manage, call[kind], user)) throw Forbidden();
      const back = membersAddress(kind, call);
      if (!params.confirmed) {
        const title = leaves ? `Leave the ${kind}?` : 'Remove the member?';
        const text = 'The access that this membership gives ends at once.';
        return this.pages.confirm(call, { title, text, button: leaves ? 'Leave' : 'Remove', back });
      }
      const error = await refusalOf(
        () => this.removeMember.execute(memberSourceOf(kind, call), params.user_id, user, unlessModified),
        NEEDED,
      );
      if (error !== null) return this.memberPage.failed(kind, call, error);
      // The page may be hidden from the former member.
      return new Redirect(leaves ? `/dashboard/${kind}s` : withNotice(back, 'removed'));
    }
  }
  return MemberPagesController;
}

/** Page of the members of projects. */
export class ProjectMemberPagesController extends memberPagesController('project') {}

/** Page of the members of groups. */
export class GroupMemberPagesController extends memberPagesController('group') {}
