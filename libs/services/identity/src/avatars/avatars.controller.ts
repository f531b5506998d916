import { Controller } from '@nestjs/common';
import { Call, Endpoint, Stream, imageType, returns, type CallOf } from '@hearth/http';
import { AvatarNotFound } from '../refusals.js';
import { AVATAR_PATH } from '../users/user.view.js';
import { AvatarFacts } from './avatar.facts.js';
import { AvatarParams } from './avatar.params.js';

@Controller()
export class AvatarsController {
  constructor(private readonly avatarFacts: AvatarFacts) {}

  @Endpoint.get(`${AVATAR_PATH}/:id/:file`, {
    summary: 'Read the picture of a user',
    at: 'root',
    scope: 'read_user',
    anonymous: 'allowed',
    params: AvatarParams,
    returns: returns.stream('image/*'),
    refuses: [AvatarNotFound],
  })
  async one(@Call() { params }: CallOf<typeof AvatarParams>) {
    const { fileName, content, etag } = await this.avatarFacts.one(params.id, params.file);
    const type = imageType(fileName);
    if (type === undefined) throw AvatarNotFound();
    return new Stream(content, { type, etag });
  }
}
