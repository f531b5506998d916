import { Controller } from '@nestjs/common';
import { Endpoint, returns } from '@hearth/http';
import { z } from 'zod';
import { assets } from './assets.js';

const NoParams = z.object({});

/** Assets of all pages: one service has their addresses. */
@Controller()
export class AssetsController {
  @Endpoint.get('/-/assets/hearth.css', {
    summary: 'Get the style sheet of the pages',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('text/css'),
  })
  style() {
    return assets.style;
  }

  @Endpoint.get('/-/assets/hearth.js', {
    summary: 'Get the script of the pages',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('text/javascript'),
  })
  script() {
    return assets.script;
  }

  @Endpoint.get('/-/assets/job-trace.js', {
    summary: 'Get the script that appends the new lines of a running job to its page',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('text/javascript'),
  })
  jobTrace() {
    return assets.jobTrace;
  }

  @Endpoint.get('/-/assets/review.js', {
    summary: 'Get the script of the keys of pages with a diff',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('text/javascript'),
  })
  review() {
    return assets.review;
  }

  @Endpoint.get('/-/assets/hearth.svg', {
    summary: 'Get the icon of the pages',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('image/svg+xml'),
  })
  icon() {
    return assets.icon;
  }
}
