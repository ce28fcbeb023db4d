import { Secret, TOTP } from 'otpauth';

/** What the pages of e2e/support/site-pages.ts show, made through the API: by the walk in the tests, and for the pictures. */

type Json = Record<string, string>;

/** Calls the API of an instance; throws what it answered when that is no success. */
export function caller(url: string) {
	return async (path: string, body?: unknown, token = '', headers: object = {}): Promise<Json> => {
		const response = await fetch(url + path, {
			method: body === undefined ? 'GET' : 'POST',
			headers: {
				...(body !== undefined && { 'content-type': 'application/json' }),
				...(token && { authorization: `Bearer ${token}` }),
				...headers,
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
		return text ? (JSON.parse(text) as Json) : ({} as Json);
	};
}

/** An order, a way to the door and a report on an event that is published. @returns values for the `{names}` of the paths */
export async function makeWorld(
	url: string,
	event: { id: string; slug: string; code: string },
	tokens: { organiser: string; admin: string },
): Promise<Record<string, string>> {
	const call = caller(url);
	const types = (await call(
		`/api/events/${event.id}/ticket-types`,
		undefined,
		tokens.organiser,
	)) as unknown as {
		data: { id: string; priceMinor: number }[];
	};
	const order = await call(`/api/events/${event.id}/orders`, {
		buyer: { name: 'Grace Hopper', email: 'grace@people.example' },
		items: [{ ticketTypeId: types.data[0]?.id, quantity: 2 }],
		hold: false,
	});
	const link = await call(`/api/events/${event.id}/staff-links`, { label: 'Main gate' }, tokens.organiser);
	const report = await call('/api/feedback/submit', {
		type: 'bug',
		title: 'The map is cut off',
		description: 'On my phone the right half of the map is missing.',
		category: 'Mobile/Responsive Issue',
		email: 'grace@people.example',
		timestamp: new Date().toISOString(),
	});
	const content = (await call('/api/admin/content', undefined, tokens.admin)) as unknown as {
		data: { id: string; slug: string }[];
	};
	const { organisation, organiser } = (await call(
		`/api/events/${event.id}`,
		undefined,
		tokens.organiser,
	)) as unknown as {
		organisation: { id: string };
		organiser: { slug: string };
	};
	const account = `/api/organisations/${organisation.id}/payment-account`;
	await call(account, { country: 'DE' }, tokens.organiser);
	for (const act of ['enable', 'payout']) await call(`${account}/test`, { act }, tokens.organiser);
	const payouts = (await call(
		`/api/organisations/${organisation.id}/payouts`,
		undefined,
		tokens.organiser,
	)) as unknown as { data: { id: string }[] };
	const reports = `/api/organisations/${organisation.id}/reports`;
	const query = { dataset: 'attendees', groups: ['event'], measures: ['tickets'] };
	const saved = await call(reports, { name: 'Tickets', query }, tokens.organiser);
	const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
	const shared = await call(`${reports}/${saved.id}/links`, { expiresAt }, tokens.organiser);
	const choir = await call(
		'/api/events',
		{
			title: 'Choir practice',
			startsAtLocal: `${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)}T19:30`,
			timeZone: 'Europe/Berlin',
		},
		tokens.organiser,
	);
	await call(`/api/events/${choir.id}/publish`, {}, tokens.organiser);
	const { series } = (await call(
		`/api/events/${choir.id}/series`,
		{ repeat: { rule: 'FREQ=DAILY;INTERVAL=7', count: 12 }, booking: 'any' },
		tokens.organiser,
	)) as unknown as { series: { id: string } };
	const ofSeries = await call(`/api/series/${series.id}/staff-links`, { label: 'Season' }, tokens.organiser);
	return {
		series: series.id,
		dateSlug: choir.slug ?? '',
		organiserSlug: organiser.slug,
		sharedReport: shared.token ?? '',
		payoutId: payouts.data[0]?.id ?? '',
		slug: event.slug,
		code: event.code,
		manageToken: order.manageToken ?? '',
		orderId: order.id ?? '',
		staffToken: link.token ?? '',
		shortCode: link.shortCode ?? '',
		staffLinkId: link.id ?? '',
		seriesLinkId: ofSeries.id ?? '',
		reportToken: report.statusPath?.split('/').at(-1) ?? '',
		contentItem: content.data.find(({ slug }) => slug === 'your-first-event')?.id ?? '',
	};
}

/** The administrator that the link of the first start makes, with two factors as every one of them needs. @returns the token */
export async function makeAdministrator(url: string, link: string): Promise<string> {
	const call = caller(url);
	const person = { firstName: 'Root', lastName: 'Admin', email: 'root@people.example' };
	const made = await call('/api/auth/first-administrator', {
		token: link,
		...person,
		password: 'Correct-horse-9271',
	});
	const { secret = '' } = await call('/api/account/two-factor/set-up', {}, made.token);
	const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
	return (await call('/api/account/two-factor', { code }, made.token)).token ?? '';
}
