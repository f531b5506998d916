import { Controller, type Type } from '@nestjs/common';
import {
  Call,
  Endpoint,
  Forbidden,
  Unauthorized,
  returns,
  type CallOf,
  type EndpointCall,
  type Page,
} from '@hearth/http';
import { AwardView, presentAward } from './award.view.js';
import { GiveAward } from './give.js';
import { NoteFacts } from '../note.facts.js';
import { noteParams, numberIn } from '../note.params.js';
import type { Noteable } from '../note.rules.js';
import { Noteables } from '../noteables.js';
import type { NoteEndpointsOptions } from '../notes.controller.js';
import { AwardInvalid, AwardNotFound, NoteNotFound, NoteableNotFound } from '../refusals.js';
import { TakeAwardBack } from './take-back.js';

/** Creates the endpoints for the awards to one kind of record, and to the notes on it. */
export function awardsController({ kind, record, path, segment, read }: NoteEndpointsOptions): Type<object> {
  const Params = noteParams(segment);
  const at = `/projects/:id/${path}` as const;

  @Controller()
  class AwardsController {
    constructor(
      private readonly noteables: Noteables,
      private readonly noteFacts: NoteFacts,
      private readonly giveAward: GiveAward,
      private readonly takeAwardBack: TakeAwardBack,
    ) {}

    @Endpoint.get(`${at}/award_emoji`, {
      summary: `List the awards of ${record}`,
      can: read,
      params: Params.awards,
      returns: returns.page(AwardView),
      refuses: [NoteableNotFound, AwardNotFound],
    })
    async awards(@Call() call: CallOf<typeof Params.awards>): Promise<Page<AwardView>> {
      return this.awardsOf(call, null);
    }

    @Endpoint.get(`${at}/award_emoji/:award_id`, {
      summary: `Get an award of ${record}`,
      can: read,
      params: Params.award,
      returns: returns.json(AwardView),
      refuses: [NoteableNotFound, AwardNotFound],
    })
    award(@Call() call: CallOf<typeof Params.award>): Promise<AwardView> {
      return this.awardOf(call, null);
    }

    @Endpoint.post(`${at}/award_emoji`, {
      summary: `Award an emoji to ${record}`,
      can: read,
      params: Params.give,
      returns: returns.json(AwardView),
      refuses: [NoteableNotFound, AwardNotFound, AwardInvalid, Forbidden],
    })
    give(@Call() call: CallOf<typeof Params.give>): Promise<AwardView> {
      return this.giveTo(call, null);
    }

    @Endpoint.delete(`${at}/award_emoji/:award_id`, {
      summary: `Take back an award of ${record}`,
      can: read,
      params: Params.award,
      returns: returns.empty,
      refuses: [NoteableNotFound, AwardNotFound, Unauthorized],
    })
    takeBack(@Call() call: CallOf<typeof Params.award>): Promise<void> {
      return this.takeBackFrom(call, null);
    }

    @Endpoint.get(`${at}/notes/:note_id/award_emoji`, {
      summary: `List the awards of a note on ${record}`,
      can: read,
      params: Params.noteAwards,
      returns: returns.page(AwardView),
      refuses: [NoteableNotFound, NoteNotFound, AwardNotFound],
    })
    noteAwards(@Call() call: CallOf<typeof Params.noteAwards>): Promise<Page<AwardView>> {
      return this.awardsOf(call, call.params.note_id);
    }

    @Endpoint.get(`${at}/notes/:note_id/award_emoji/:award_id`, {
      summary: `Get an award of a note on ${record}`,
      can: read,
      params: Params.noteAward,
      returns: returns.json(AwardView),
      refuses: [NoteableNotFound, NoteNotFound, AwardNotFound],
    })
    noteAward(@Call() call: CallOf<typeof Params.noteAward>): Promise<AwardView> {
      return this.awardOf(call, call.params.note_id);
    }

    @Endpoint.post(`${at}/notes/:note_id/award_emoji`, {
      summary: `Award an emoji to a note on ${record}`,
      can: read,
      params: Params.giveToNote,
      returns: returns.json(AwardView),
      refuses: [NoteableNotFound, NoteNotFound, AwardNotFound, AwardInvalid, Forbidden],
    })
    giveToNote(@Call() call: CallOf<typeof Params.giveToNote>): Promise<AwardView> {
      return this.giveTo(call, call.params.note_id);
    }

    @Endpoint.delete(`${at}/notes/:note_id/award_emoji/:award_id`, {
      summary: `Take back an award of a note on ${record}`,
      can: read,
      params: Params.noteAward,
      returns: returns.empty,
      refuses: [NoteableNotFound, NoteNotFound, AwardNotFound, Unauthorized],
    })
    takeBackFromNote(@Call() call: CallOf<typeof Params.noteAward>): Promise<void> {
      return this.takeBackFrom(call, call.params.note_id);
    }

    private found(call: EndpointCall<object>): Promise<Noteable> {
      return this.noteables.require(call, kind, numberIn(call.params, segment), AwardNotFound);
    }

    private async awardsOf(call: CallOf<typeof Params.awards>, noteId: number | null): Promise<Page<AwardView>> {
      const { page, per_page: perPage } = call.params;
      const awardable = await this.noteFacts.awardable(await this.found(call), noteId);
      const awards = await this.noteFacts.awards(awardable, { page, perPage });
      return awards.map((award) => presentAward(award, call.caller.baseUrl));
    }

    private async awardOf(call: CallOf<typeof Params.award>, noteId: number | null): Promise<AwardView> {
      const awardable = await this.noteFacts.awardable(await this.found(call), noteId);
      return presentAward(await this.noteFacts.award(awardable, call.params.award_id), call.caller.baseUrl);
    }

    private async giveTo(call: CallOf<typeof Params.give>, noteId: number | null): Promise<AwardView> {
      const noteable = await this.found(call);
      const award = await this.giveAward.execute(noteable, noteId, call.params.name, call.user);
      const awardable = await this.noteFacts.awardable(noteable, noteId);
      return presentAward(await this.noteFacts.withUser(awardable, award), call.caller.baseUrl);
    }

    private async takeBackFrom(call: CallOf<typeof Params.award>, noteId: number | null): Promise<void> {
      const noteable = await this.found(call);
      const awardable = await this.noteFacts.awardable(noteable, noteId);
      await this.takeAwardBack.execute({ noteable, awardable }, call.params.award_id, call.user, call.unlessModified);
    }
  }
  return AwardsController;
}
