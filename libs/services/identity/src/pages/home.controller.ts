import { hash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { Call, Endpoint, Html, MARK, Stream, returns, type CallOf } from '@hearth/http';
import { NoParams } from '../users/user.params.js';
import { PageRenderer } from './page-renderer.js';
import { styleSheet } from './style.js';

const etag = hash('sha256', styleSheet);
const markEtag = hash('sha256', MARK);

/** The start page, and what all pages load. */
@Controller()
export class HomeController {
  constructor(private readonly pages: PageRenderer) {}

  @Endpoint.get('/', {
    summary: 'Show the start page',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.html,
  })
  home(@Call() call: CallOf<typeof NoParams>) {
    return new Html(this.pages.render(call, 'home', { title: 'Welcome' }));
  }

  @Endpoint.get('/-/assets/hearth.css', {
    summary: 'Get the style sheet of the pages',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('text/css'),
  })
  styleSheet() {
    return new Stream(Buffer.from(styleSheet), { type: 'text/css; charset=utf-8', etag });
  }

  @Endpoint.get('/-/assets/hearth.svg', {
    summary: 'Get the icon of the pages',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('image/svg+xml'),
  })
  icon() {
    return new Stream(Buffer.from(MARK), { type: 'image/svg+xml', etag: markEtag });
  }
}
