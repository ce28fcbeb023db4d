import { z } from '../lib/z.ts';
import { instant, noContent, text } from './common.ts';
import { endpoint } from './endpoint.ts';

/** One view of a page, as the specification shapes it (section 3). Tokens and personal values are redacted before sending. */
export const pageView = z
	.object({
		name: z.literal('page_view'),
		properties: z.object({
			path: text({ max: 2_000, min: 1 }),
			search: text({ max: 2_000 }).default(''),
			hash: text({ max: 500 }).default(''),
			timestamp: instant(),
			referrer: text({ max: 2_000 }).default(''),
			userAgent: text({ max: 1_000 }).default(''),
		}),
	})
	.meta({ id: 'PageView' });
export type PageView = z.output<typeof pageView>;

export const trackPageView = endpoint({
	id: 'analytics.trackPageView',
	method: 'POST',
	path: '/api/analytics/track',
	summary:
		'Count a view of a page. Without cookies; bots, and visitors who ask not to be counted (DNT, Sec-GPC), are left out.',
	access: { kind: 'public' },
	limit: 'write',
	body: pageView,
	status: 204,
	output: noContent(),
});
