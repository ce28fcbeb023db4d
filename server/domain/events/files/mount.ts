import type { Hono } from 'hono';
import { errorResponse } from '#server/http/errors.ts';
import { newRequestId, pathOf } from '#server/http/request.ts';
import type { Services } from '#server/services.ts';
import { answerCover } from './covers.ts';
import { answerFeed } from './feeds.ts';
import { answerShareImage } from './share-image.ts';
import { answerRobots, answerSitemap, answerSitemapIndex } from './sitemap.ts';
import { answerStoredPicture } from './stored-pictures.ts';

type Answer = (services: Services, request: Request, name: string) => Response | Promise<Response>;

const byName: Record<string, Answer> = {
	'/covers/:name': answerCover,
	'/files/:name': answerStoredPicture,
	'/og/:name': answerShareImage,
	'/sitemaps/:name': answerSitemap,
	'/feeds/:name': answerFeed,
	'/sitemap.xml': answerSitemapIndex,
	'/robots.txt': answerRobots,
};

/** Puts the files of events on the server: covers, uploaded pictures, site map, feeds. */
export function mountEventFiles(app: Hono, services: Services): void {
	for (const [path, answer] of Object.entries(byName)) {
		app.get(path, async (c) => {
			try {
				return await answer(services, c.req.raw, c.req.param('name') ?? '');
			} catch (error) {
				const request = { requestId: newRequestId(), method: c.req.method, path: pathOf(c.req.url) };
				return errorResponse(error, request, services, { 'Cache-Control': 'no-store' });
			}
		});
	}
}
