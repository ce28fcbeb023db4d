import type { Hono } from 'hono';
import { makeCover } from '#shared/rules/cover.ts';
import { eventCategories } from '#shared/rules/event-categories.ts';
import { answerBytes, FOR_EVER, noSuchFile } from '../events/files/answers.ts';
import { LruCache } from '../events/files/lru-cache.ts';

const cached = new LruCache<string>(200);
const size = { width: 800, height: 450 };

/** Where the cover of a template is: a picture made of nothing but its address. */
export const templateCoverUrl = (seed: string, category: string) =>
	`/template-covers/${encodeURIComponent(seed)}.svg?category=${category}`;

/** GET /template-covers/{seed}.svg?category=music */
export function mountTemplateCovers(app: Hono): void {
	app.get('/template-covers/:name', async (c) => {
		const name = c.req.param('name');
		const seed = name.endsWith('.svg') ? name.slice(0, -4) : '';
		const category = c.req.query('category') ?? 'other';
		if (seed === '' || seed.length > 60 || !(eventCategories as readonly string[]).includes(category))
			return noSuchFile();
		const from = { seed, category };
		const body = await cached.get(JSON.stringify(from), async () => makeCover(from, size));
		return answerBytes(c.req.raw, { body, type: 'image/svg+xml', cacheControl: FOR_EVER });
	});
}
