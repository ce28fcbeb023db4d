import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeSandbox } from '#server/domain/developer/sandbox/make-sandbox.ts';
import { routes } from '#server/domain/modules.ts';
import { transferLinkOf } from '#server/domain/orders/transfers/tokens.ts';
import { followerToken } from '#server/domain/organisers/followers.ts';
import { waitlistTokenOf } from '#server/domain/waitlist/tokens.ts';
import type { Services } from '#server/services.ts';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import { z } from '#shared/lib/z.ts';
import { makeMember, makeUser, newestMailToken, type TestUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeConnection, makeDelivery } from '#tests/factories/connections.ts';
import { makeDoor } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { feedbackBody } from '#tests/factories/feedback.ts';
import { holdGift, makeFundraiser, makeSupporterPage } from '#tests/factories/fundraisers.ts';
import { buyGiftCards, issueCard, makeCardSeller } from '#tests/factories/gift-cards.ts';
import { makeMailingList } from '#tests/factories/mailing-lists.ts';
import {
	buyTickets,
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	payByCard,
} from '#tests/factories/money.ts';
import { bookDate, makeSeriesOf, makeTuesdays, publishDates } from '#tests/factories/series.ts';
import { makeInvitation } from '#tests/factories/team.ts';
import { haveTwoFactor } from '#tests/factories/two-factor.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

/**
 * Every POST that keeps its answers in the common way, called by the contract: the same key twice is one effect and one answer, and an
 * answer that cannot be written undoes the effect. Judged by every row that is written to any table, so no endpoint needs a check of its
 * own.
 */
const database = useTestDatabase();
let services: Services;
let api: TestApi;
let admin: TestUser;
let picture: Blob;

/** Written outside on purpose: what was tried, and wrong guesses. */
const outside = new Set([
	'idempotency_keys',
	'admin_acts',
	'organisation_acts',
	'sign_in_attempts',
	'staff_guesses',
]);
beforeAll(async () => {
	const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
		.png()
		.toBuffer();
	picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' });
	const { rows } = await database().pool.query<{ name: string }>(
		`SELECT relname AS name FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
	);
	const watched = rows.filter(({ name }) => !outside.has(name));
	await database().pool.query(`
		CREATE SCHEMA broken;
		CREATE TABLE broken.writes (name text);
		CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				INSERT INTO broken.writes VALUES (TG_TABLE_NAME);
				RETURN NULL;
			END $$;
		${watched
			.map(
				({ name }) =>
					`CREATE TRIGGER zz_note_write AFTER INSERT OR UPDATE OR DELETE ON "${name}" FOR EACH ROW EXECUTE FUNCTION note_write();`,
			)
			.join('\n')}
		CREATE TABLE broken.answers ();
		CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				IF EXISTS (SELECT FROM broken.answers) THEN RAISE EXCEPTION 'the answer cannot be kept'; END IF;
				RETURN NEW;
			END $$;
		CREATE TRIGGER broken BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION fail()`);
});

let count = 0;
beforeEach(async () => {
	count += 1;
	// Now and then: each test looks at all rows several times.
	if (count % 25 !== 1) return;
	await database().truncate();
	await database().pool.query('TRUNCATE broken.writes');
	services = await createTestServices(database(), { SUPPORT_EMAIL: 'help@foyer.test' });
	api = createTestApi(services);
	admin = await makeUser(services, { isAdmin: true });
});

/** How many rows of each table have been written so far. */
const stateOf = async () =>
	Object.fromEntries(
		(
			await database().pool.query<{ name: string; writes: number }>(
				'SELECT name, count(*)::int AS writes FROM broken.writes GROUP BY name',
			)
		).rows.map((row) => [row.name, row.writes]),
	);

test('a row that is written to any table is noticed', async () => {
	const before = await stateOf();
	await makeUser(services);
	const after = await stateOf();
	expect(after.users).toBe((before.users ?? 0) + 1);
	await database().pool.query('UPDATE users SET first_name = first_name');
	expect((await stateOf()).users).toBeGreaterThan(after.users ?? 0);
	const { rows } = await database().pool.query<{ name: string }>(
		`SELECT relname AS name FROM pg_class c
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
			AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND tgname = 'zz_note_write')`,
	);
	expect(rows.map(({ name }) => name).sort()).toEqual([...outside].sort());
});

async function whileAnswersCannotBeKept<T>(work: () => Promise<T>): Promise<T> {
	await database().pool.query('INSERT INTO broken.answers DEFAULT VALUES');
	try {
		return await work();
	} finally {
		await database().pool.query('DELETE FROM broken.answers');
	}
}

/** Makes something once, when it is first requested. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: Promise<T> | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

/** Objects of a fresh organiser that the endpoints act on. */
function makeWorld() {
	const owner = once(() => makeUser(services));
	const door = once(async () => makeDoor({ services, api, owner: await owner() }, { guests: 1 }));
	return {
		owner,
		door,
		fundraiser: once(async () => {
			const event = await makePricedEvent(services, api, await owner());
			await api.call(
				'PUT',
				`/api/events/${event.id}/fundraiser`,
				{ goalMinor: 100_000, currency: 'EUR' },
				{ token: event.owner.token },
			);
			return event.id;
		}),
		monthlyGift: once(async () => {
			const event = await makeFundraiser(services, api, await owner(), { supporters: 'open' });
			const order = await holdGift(api, event, { amountMinor: 2_000, monthly: true });
			await payByCard(api, order);
			const { body } = await api.get(`/api/orders/${order.manageToken}`);
			const { rows } = await database().pool.query<{ id: string }>(
				'SELECT id FROM agreements WHERE event_id = $1',
				[event.id],
			);
			return { event: event.id, agreementToken: body.agreementToken as string, agreement: rows[0]?.id ?? '' };
		}),
		draft: once(async () => (await makeEvent(services, await owner())).id),
		series: once(
			async () => (await makeSeriesOf(services, await owner(), { repeat: { rule: 'FREQ=MONTHLY' } })).id,
		),
		other: once(async () => (await makeUser(services)).userId),
		order: async (hold: boolean, quantity = 1): Promise<string> => {
			const { event, type } = await door();
			const buyer = { name: 'Grace', email: `grace-${randomUUID()}@example.org` };
			const placed = await api.post(`/api/events/${event}/orders`, {
				buyer,
				items: [{ ticketTypeId: type, quantity }],
				hold,
			});
			return placed.body.manageToken;
		},
		post: async (path: string, body: object): Promise<{ id: string }> =>
			(await api.post(path, body, { token: admin.token })).body,
	};
}
type World = ReturnType<typeof makeWorld>;

/** A change of a draft. */
async function changeOf({ draft, owner }: World) {
	const event = await draft();
	const { token } = await owner();
	const body = { parts: { event: { summary: 'Other words' } } };
	const { changeSet } = (await api.post(`/api/events/${event}/changes`, body, { token })).body;
	return { params: { event, changeSet: changeSet.id as string } };
}

/** A change of the dates of a series of drafts. */
async function seriesChangeOf({ owner }: World) {
	const { token } = await owner();
	const { id, dates } = await makeTuesdays(api, token, 2);
	const body = { scope: 'all', from: dates[0]?.id, changes: { event: { summary: 'Other words' } } };
	const { change } = (await api.patch(`/api/series/${id}/dates`, body, { token })).body;
	return { params: { series: id, change: change.id as string } };
}

/** A guest of the first date of a series, to be moved to the second. */
async function movedGuest({ owner }: World) {
	const { token } = await owner();
	const series = await makeTuesdays(api, token, 2);
	await publishDates(api, token, series);
	const [from, to] = series.dates.map(({ id }) => id) as [string, string];
	await bookDate(api, from, 'grace@example.org');
	return { params: { event: from }, body: { toEvent: to } };
}

/** A message that was written, and not sent. */
async function messageOf(
	{ owner, draft, series }: World,
	place: 'event' | 'series',
	state: 'draft' | 'in_review',
) {
	const id = await (place === 'event' ? draft : series)();
	const { token } = await owner();
	const body = { subject: 'Doors', text: 'At seven', isDraft: true };
	const made = await api.post(`/api/${place === 'event' ? 'events' : 'series'}/${id}/messages`, body, {
		token,
	});
	const message: string = made.body.id;
	await database().pool.query('UPDATE guest_messages SET state = $2 WHERE id = $1', [message, state]);
	return { params: { [place]: id, message } as Record<string, string> };
}

/** A staff link of a series. */
async function seriesLinkOf({ owner }: World) {
	const { token, ...user } = await owner();
	const { id: series } = await makeSeriesOf(services, user);
	const made = await api.post(`/api/series/${series}/staff-links`, { label: 'Season' }, { token });
	return { params: { series, staffLink: made.body.id as string } };
}

/** Where the contract alone does not say what to send. */
const particulars: Record<
	string,
	(
		world: World,
	) => Promise<{ params?: Record<string, string>; body?: object; query?: Record<string, string> }>
> = {
	'accounts.login': async () => {
		const email = `login-${randomUUID()}@example.org`;
		await makeUser(services, { email, password: 'hummus and regret' });
		return { body: { email, password: 'hummus and regret' } };
	},
	'accounts.verifyEmail': async () => {
		await api.post('/api/auth/register', { email: 'new@example.org', password: 'hummus and regret' });
		return { body: { token: await newestMailToken(services, 'verify_email', 'new@example.org') } };
	},
	'accounts.resetPassword': async ({ owner }) => {
		const { email } = await owner();
		await api.post('/api/auth/forgot-password', { email });
		const token = await newestMailToken(services, 'reset_password', email);
		return { body: { token, password: 'hummus and regret' } };
	},
	'accounts.inviteMembers': async () => ({
		body: { emails: [`new-${randomUUID()}@example.org`], role: 'finance' },
	}),
	'accounts.resendInvitation': async ({ owner }) => ({
		params: { invitation: (await makeInvitation(services, await owner())).id },
	}),
	'accounts.acceptInvitation': async ({ owner }) => ({
		params: { token: (await makeInvitation(services, await owner())).token },
		body: { firstName: 'Grace', password: 'hummus and regret' },
	}),
	'accounts.acceptOwnership': async ({ owner }) => {
		const { organisationId, userId } = await owner();
		const other = await makeMember(services, organisationId, 'owner');
		await database().pool.query(
			`INSERT INTO ownership_offers (organisation_id, offered_by, user_id, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
			[organisationId, other.userId, userId],
		);
		return { params: { organisation: organisationId } };
	},
	'accounts.requireTwoFactor': async ({ owner }) => {
		await haveTwoFactor(services, await owner());
		return { body: { days: 7 } };
	},
	'accounts.offerOwnership': async ({ owner }) => ({
		body: { userId: (await makeMember(services, (await owner()).organisationId, 'admin')).userId },
	}),
	'orders.quoteChange': async ({ owner }) => {
		const { params, body } = await orderChange(await owner());
		return { params, body };
	},
	'orders.changeOrder': async ({ owner }) => {
		const { params, body } = await orderChange(await owner());
		const quoted = await api.post(`/api/orders/${params.manageToken}/changes/quote`, body);
		return { params, body: { ...body, hash: quoted.body.hash } };
	},
	'orders.quoteTicketChange': async ({ owner }) => ticketChange(await owner()),
	'orders.changeTickets': async ({ owner }) => {
		const user = await owner();
		const { params, body } = await ticketChange(user);
		const path = `/api/events/${params.event}/orders/${params.order}/changes/quote`;
		const quoted = await api.post(path, body, { token: user.token });
		return { params, body: { ...body, hash: quoted.body.hash } };
	},
	'settings.deleteAccount': async ({ owner }) => ({ body: { email: (await owner()).email } }),
	'events.publishEvent': async ({ draft }) => ({ params: { event: await draft() } }),
	'events.schedulePublishing': async ({ draft }) => ({
		params: { event: await draft() },
		body: { publishAtLocal: new Date(Date.now() + 86_400_000).toISOString().slice(0, 16) },
	}),
	'events.unarchiveEvent': async ({ draft, owner }) => {
		await api.post(`/api/events/${await draft()}/archive`, undefined, { token: (await owner()).token });
		return { params: { event: await draft() } };
	},
	'events.archiveEvent': async ({ draft }) => ({ params: { event: await draft() } }),
	'events.createEvent': async () => ({
		body: { title: 'Autumn fair', startsAt: new Date(Date.now() + 86_400_000).toISOString() },
	}),
	'analytics.createTrackingLink': async ({ draft }) => ({ body: { event: await draft(), label: 'Poster' } }),
	'events.undoChange': changeOf,
	'events.notifyNow': changeOf,
	'events.applyChange': async ({ draft }) => ({
		params: { event: await draft() },
		body: { parts: { event: { summary: 'Keyed words' } } },
	}),
	'templates.createTemplate': async ({ draft }) => ({ body: { fromEvent: await draft(), name: 'Ours' } }),
	'templates.addTemplateVersion': async ({ draft, owner }) => {
		const { organisationId, token } = await owner();
		const body = { fromEvent: await draft(), name: 'Versions' };
		const made = await api.post(`/api/organisations/${organisationId}/templates`, body, { token });
		return { params: { template: made.body.id }, body: { fromEvent: await draft() } };
	},
	'series.previewDates': async () => ({
		body: {
			startsAtLocal: '2031-01-07T12:00',
			timeZone: 'UTC',
			repeat: { rule: 'FREQ=DAILY', count: 3 },
		},
	}),
	'series.makeSeries': async ({ draft }) => ({
		params: { event: await draft() },
		body: { repeat: { rule: 'FREQ=DAILY', count: 3 } },
	}),
	'series.publish': inSeries(),
	'series.stop': inSeries(),
	'series.extend': inSeries(),
	'series.addDate': inSeries({ startsAtLocal: '2031-03-01T12:00' }),
	'series.dissolve': inSeries({ keep: 'withGuests' }),
	'messages.createEventRule': async ({ draft }) => ({
		params: { event: await draft() },
		body: { kind: 'before_start', subject: 'Parking', text: 'Please come by train.' },
	}),
	'messages.createSeriesRule': inSeries({ kind: 'reminder', offsetMinutes: 120 }),
	'messages.previewEventRule': async ({ draft }) => ({
		params: { event: await draft() },
		body: { kind: 'reminder' },
	}),
	'messages.previewSeriesRule': inSeries({ kind: 'confirmation' }),
	'series.undoChange': seriesChangeOf,
	'series.notifyNow': seriesChangeOf,
	'series.cancel': seriesChangeOf,
	'messages.previewSeriesMessage': inSeries({ subject: 'Parking', text: 'Hello' }),
	'messages.testSeriesMessage': inSeries({ subject: 'Parking', text: 'Hello' }),
	'orders.moveAttendees': movedGuest,
	'messages.sendEventMessage': (world) => messageOf(world, 'event', 'draft'),
	'messages.cancelEventMessage': (world) => messageOf(world, 'event', 'draft'),
	'messages.sendSeriesMessage': (world) => messageOf(world, 'series', 'draft'),
	'messages.cancelSeriesMessage': (world) => messageOf(world, 'series', 'draft'),
	'messages.createSeriesMessage': async ({ series }) => ({
		params: { series: await series() },
		body: { subject: 'Doors', text: 'At seven' },
	}),
	'messages.release': (world) => messageOf(world, 'event', 'in_review'),
	'messages.refuse': async (world) => ({
		...(await messageOf(world, 'event', 'in_review')),
		body: { reason: 'Not to guests' },
	}),
	'organisers.follow': async (world) => ({ params: { slug: await publishedSlug(world) } }),
	'organisers.confirmFollowing': following,
	'organisers.leaveByOneClick': following,
	'ledger.closePeriod': async () => ({ params: { period: '2026-01' } }),
	'orders.approve': async ({ owner }) => requested(await owner()),
	'orders.decline': async ({ owner }) => requested(await owner()),
	'orders.remind': async ({ owner }) => {
		const event = await makePricedEvent(services, api, await owner());
		const order = await holdTickets(api, event);
		await database().pool.query(`UPDATE orders SET terms = 'transfer' WHERE id = $1`, [order.id]);
		return { params: { event: event.id, order: order.id } };
	},
	'payments.retryProviderEvent': async () => {
		const id = `evt_${randomUUID()}`;
		await database().pool.query(
			`INSERT INTO provider_events (gateway, id, type, object_id) VALUES ($1, $2, 'payment charge.succeeded', 'pi_1')`,
			[services.gateway.name, id],
		);
		return { params: { providerEvent: id } };
	},
	'payments.setAsideProviderEvent': async () => {
		const id = `evt_${randomUUID()}`;
		await database().pool.query(
			`INSERT INTO provider_events (gateway, id, type, object_id, settled_at, outcome)
			VALUES ($1, $2, 'payment charge.succeeded', 'pi_1', now(), 'unknown-payment')`,
			[services.gateway.name, id],
		);
		return { params: { providerEvent: id }, body: { note: 'Of another installation' } };
	},
	'payments.checkPayment': async ({ owner }) => {
		const { order } = await paidOrder(await owner());
		const { rows } = await database().pool.query<{ id: string }>(
			'SELECT id FROM payments WHERE subject_id = $1',
			[order.id],
		);
		return { params: { payment: rows[0]?.id ?? '' } };
	},
	'documents.askInvoice': async ({ owner }) => {
		const { order } = await paidOrder(await owner());
		return { params: { manageToken: order.manageToken }, body: { company: 'Acme', address: 'Road 2' } };
	},
	'documents.replace': async ({ owner }) => {
		const user = await owner();
		const { order } = await paidOrder(user);
		const { body } = await api.get(`/api/orders/${order.manageToken}/documents`);
		return { params: { document: body.data[0].id }, body: { reason: 'Keyed words' } };
	},
	'documents.askGiftReceipt': async ({ owner }) => {
		const { order } = await paidGift(await owner());
		return { params: { manageToken: order.manageToken }, body: { name: 'Ada', address: 'Road 2' } };
	},
	'documents.issueGiftReceipt': async ({ owner }) => {
		const { event, order } = await paidGift(await owner());
		return { params: { event: event.id, order: order.id } };
	},
	'documents.issueDonationReceipt': async ({ owner }) => offlineDonation(await owner(), 'uk'),
	'documents.issueGiftReceipts': async ({ owner }) => {
		const { params } = await offlineDonation(await owner(), 'uk');
		return { body: { donations: [params.donation] } };
	},
	'documents.issueYearReceipt': async ({ owner }) => {
		const { params, body } = await offlineDonation(await owner(), 'de');
		return { params, body: { ...body, year: 2025 } };
	},
	'developer.createApiKey': async () => ({ body: { name: 'Program', scopes: ['events:read'] } }),
	'developer.moveSandboxClock': async ({ owner }) => {
		await makeSandbox(services, await owner());
		return { body: { advanceBy: 'PT1H' } };
	},
	'developer.createSandboxOrders': async ({ owner }) => {
		const user = await owner();
		const id = await makeSandbox(services, user);
		const { body } = await api.get(`/api/organisations/${id}/events`, { token: user.token });
		return {
			body: { eventId: body.data.find((event: { title: string }) => event.title === 'Sandbox Meetup').id },
		};
	},
	'developer.resetSandbox': async ({ owner }) => {
		await makeSandbox(services, await owner());
		return {};
	},
	'developer.rotateApiKey': async ({ owner }) => ({
		params: { key: (await makeApiKey(services, await owner())).id },
	}),
	'developer.revokeApiKey': async ({ owner }) => ({
		params: { key: (await makeApiKey(services, await owner())).id },
	}),
	'integrations.createConnection': async () => ({
		body: { target: 'https://hooks.example.com/1', types: ['event.published'] },
	}),
	'integrations.pauseConnection': connected,
	'integrations.resumeConnection': connected,
	'integrations.rotateSecret': connected,
	'integrations.revealSecret': connected,
	'integrations.testConnection': connected,
	'mailingLists.pause': async ({ owner }) => ({
		params: { mailingList: (await makeMailingList(services, await owner())).id },
	}),
	'mailingLists.resume': async ({ owner }) => {
		const { id } = await makeMailingList(services, await owner());
		await database().pool.query(`UPDATE mailing_lists SET state = 'paused' WHERE id = $1`, [id]);
		return { params: { mailingList: id } };
	},
	'integrations.replayDead': async (world) => ({
		...(await connected(world)),
		body: { since: new Date(0).toISOString() },
	}),
	'integrations.backfill': async (world) => ({
		...(await connected(world)),
		body: { types: ['event.published'], since: new Date(Date.now() - 86_400_000).toISOString() },
	}),
	'integrations.replayDelivery': async ({ owner }) => ({
		params: { delivery: (await makeDelivery(services, await owner())).deliveryId },
	}),
	'reports.previewReport': async () => ({ body: reportQuery }),
	'events.addPicture': async () => ({ query: { alt: 'A lamp above the water' } }),
	'reports.createReport': async () => ({ body: { name: 'Tickets', query: reportQuery } }),
	'reports.createQueryRun': async () => ({ body: { query: reportQuery } }),
	'reports.createRun': savedReport,
	'reports.createReportLink': async (world) => ({
		...(await savedReport(world)),
		body: { expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
	}),
	'reports.createSchedule': async (world) => ({
		...(await savedReport(world)),
		body: { kind: 'daily', at: '08:00', timeZone: 'Europe/Berlin' },
	}),
	'reports.runSchedule': async (world) => {
		const { params } = await savedReport(world);
		const { organisationId, token } = await world.owner();
		const path = `/api/organisations/${organisationId}/reports/${params.report}/schedules`;
		const body = { kind: 'daily', at: '08:00', timeZone: 'Europe/Berlin' };
		const made = await api.post(path, body, { token });
		return { params: { ...params, schedule: made.body.id as string } };
	},
	'fundraisers.publishFundraiser': async ({ fundraiser }) => ({ params: { event: await fundraiser() } }),
	'fundraisers.closeFundraiser': async ({ fundraiser, owner }) => {
		const event = await fundraiser();
		await api.post(`/api/events/${event}/fundraiser/publish`, undefined, { token: (await owner()).token });
		return { params: { event } };
	},
	'fundraisers.createPage': async ({ monthlyGift }) => ({
		params: { event: (await monthlyGift()).event },
		body: { name: 'Ada Lovelace', goalMinor: 50_000, email: 'ada@example.org' },
	}),
	'fundraisers.sendPageLinks': async ({ monthlyGift }) => ({
		params: { event: (await monthlyGift()).event },
		body: { email: 'ada@example.org' },
	}),
	'fundraisers.uploadPicture': async ({ monthlyGift }) => ({
		params: {
			pageToken: (await makeSupporterPage(api, { id: (await monthlyGift()).event })).pageToken,
		},
	}),
	'fundraisers.reportPage': async ({ monthlyGift }) => {
		const { event } = await monthlyGift();
		const { slug } = await makeSupporterPage(api, { id: event });
		return { params: { event, page: slug }, body: { reason: 'other' } };
	},
	'fundraisers.addMatch': async ({ fundraiser }) => ({
		params: { event: await fundraiser() },
		body: { sponsor: 'Acme', capMinor: 10_000 },
	}),
	'fundraisers.postUpdate': async ({ fundraiser }) => ({
		params: { event: await fundraiser() },
		body: { title: 'Half way', body: 'Thank you.' },
	}),
	'fundraisers.addDonation': async ({ fundraiser }) => ({
		params: { event: await fundraiser() },
		body: { amountMinor: 5_000, receivedOn: '2026-01-31', donorName: 'Grace' },
	}),
	'fundraisers.enterGiftAidDeclaration': async ({ owner }) => {
		const { params } = await offlineDonation(await owner(), 'uk', 'GBP');
		const address = { house: '12', postcode: 'SW1A 1AA', madeOn: '2025-03-01' };
		const body = { wording: 'uk-2026-11', scope: 'gift', firstName: 'Grace', lastName: 'Hopper', ...address };
		return { params, body };
	},
	'fundraisers.stopMonthlyGift': monthly,
	'agreements.pause': monthly,
	'agreements.resume': monthly,
	'agreements.stop': monthly,
	...Object.fromEntries(
		['giftCards.block', 'giftCards.unblock', 'giftCards.renew', 'giftCards.send'].map((id) => [
			id,
			async ({ owner }: World) => {
				const { organisationId } = await owner();
				const card = await issueCard(services, { organisationId }, { recipientEmail: grace.email });
				if (id === 'giftCards.unblock')
					await database().pool.query(
						`UPDATE gift_cards SET state = 'blocked', blocked_by = 'organiser' WHERE id = $1`,
						[card.id],
					);
				return { params: { organisation: organisationId, card: card.id } };
			},
		]),
	),
	'withdrawals.send': async ({ owner }) => {
		const { slug } = await makeCardSeller(services, api, await owner());
		return { params: { slug }, body: { name: 'Ada', email: 'ada@example.org', reference: 'ZZZZZZ' } };
	},
	'withdrawals.sendOfOrder': async ({ owner }) => {
		const event = await makePricedEvent(services, api, await owner(), { hasWithdrawal: true });
		const order = await buyTickets(api, event);
		return { params: { manageToken: order.manageToken }, body: { name: 'Ada' } };
	},
	'withdrawals.sendOfGiftCards': async ({ owner }) => {
		const { slug } = await makeCardSeller(services, api, await owner());
		return { params: { purchaseToken: (await buyGiftCards(api, slug)).token }, body: { name: 'Ada' } };
	},
	...Object.fromEntries(
		['withdrawals.accept', 'withdrawals.decline'].map((id) => [
			id,
			async ({ owner }: World) => {
				const { organisationId: organisation } = await owner();
				const withdrawal = randomUUID();
				await database().pool.query(
					`INSERT INTO withdrawals (id, organisation_id, reference, name, email, locale) VALUES ($1, $2, 'ZZZZZZ', 'Ada', 'ada@example.org', 'en')`,
					[withdrawal, organisation],
				);
				return { params: { organisation, withdrawal }, body: { note: 'Thank you' } };
			},
		]),
	),
	'giftCards.refund': async ({ owner }) => {
		const { organisationId: organisation } = await owner();
		const { slug } = await makeCardSeller(services, api, await owner());
		const { purchase } = await buyGiftCards(api, slug);
		return { params: { organisation, card: purchase.cards[0]?.id ?? '' } };
	},
	'orders.confirmOrder': async ({ order }) => ({ params: { manageToken: await order(true) } }),
	'orders.extendHold': async ({ order }) => ({ params: { manageToken: await order(true) } }),
	'orders.offerTransfer': async (world) => {
		const { manageToken, attendee } = await freeTicket(world);
		return { params: { manageToken, attendee }, body: grace };
	},
	'orders.acceptTransfer': async (world) => ({ params: { transferToken: await offered(world) } }),
	'orders.declineTransfer': async (world) => ({ params: { transferToken: await offered(world) } }),
	'orders.offerHeldTicket': async (world) => {
		const { body } = await api.post(`/api/transfers/${await offered(world)}/accept`, {});
		return {
			params: { ticketToken: body.ticketToken as string },
			body: { ...grace, email: 'mary@example.org' },
		};
	},
	'questions.uploadManagedFile': async (world) => ({
		params: { manageToken: await world.order(false) },
		query: { question: await askedForFile(world) },
	}),
	'questions.uploadTicketFile': async (world) => {
		const { body } = await api.post(`/api/transfers/${await offered(world)}/accept`, {});
		return {
			params: { ticketToken: body.ticketToken as string },
			query: { question: await askedForFile(world) },
		};
	},
	'questions.uploadGuestFile': async (world) => ({ query: { question: await askedForFile(world) } }),
	'orders.listForResale': async ({ owner }) => {
		const { event, order } = await paidOrder(await owner());
		await database().pool.query(`UPDATE events SET resale_rules = '{}' WHERE id = $1`, [event.id]);
		const { attendees } = (await api.get(`/api/orders/${order.manageToken}`)).body;
		return {
			params: { manageToken: order.manageToken, attendee: attendees[0].id as string },
			body: { backMinor: 2_400 },
		};
	},
	'orders.shareOrder': async (world) => ({
		params: { manageToken: await world.order(false, 2) },
		body: { name: 'Table 7' },
	}),
	'groups.renewLink': async (world) => ({ params: { groupToken: (await sharedOrder(world)).groupToken } }),
	'groups.addPlaces': async (world) => ({ params: { groupToken: (await sharedOrder(world)).groupToken } }),
	'groups.create': async (world) => {
		const { event, type } = await world.door();
		return { params: { event }, body: newGroup(type) };
	},
	'groups.end': async (world) => {
		const { event, type } = await world.door();
		const token = (await world.owner()).token;
		const made = await api.post(`/api/events/${event}/groups`, newGroup(type), { token });
		return { params: { event, group: made.body.id as string } };
	},
	'groups.claim': async (world) => ({
		params: { claimToken: (await sharedOrder(world)).claimToken },
		body: grace,
	}),
	'waitlist.join': async (world) => {
		const { event, type } = await soldOut(world);
		return { params: { event }, body: { party: 1, ticketTypeIds: [type], ...grace } };
	},
	'waitlist.keep': async (world) => {
		const { event, entry } = await soldOut(world);
		return {
			params: { waitlistToken: waitlistTokenOf(services, { id: entry, eventId: event, tokenVersion: 1 }) },
		};
	},
	'waitlist.offer': async (world) => {
		const { event, entry } = await soldOut(world);
		await database().pool.query('UPDATE capacity_pools SET size = 1 WHERE event_id = $1', [event]);
		return { params: { event, entry } };
	},
	'groups.invite': async (world) => ({
		params: { groupToken: (await sharedOrder(world)).groupToken },
		body: { people: [grace] },
	}),
	'groups.remind': async (world) => {
		const groupToken = (await sharedOrder(world)).groupToken;
		await api.post(`/api/groups/${groupToken}/invitations`, { people: [grace] });
		return { params: { groupToken } };
	},
	'giftCards.buy': async ({ owner }) => {
		const { slug } = await makeCardSeller(services, api, await owner());
		const buyer = { name: 'Ada', email: 'ada@example.org' };
		return { params: { slug }, body: { buyer, cards: [{ amountMinor: 2_500 }] } };
	},
	'giftCards.sendBought': async ({ owner }) => {
		const { slug } = await makeCardSeller(services, api, await owner());
		const { token, purchase } = await buyGiftCards(api, slug);
		return { params: { purchaseToken: token, card: purchase.cards[0]?.id ?? '' } };
	},
	'giftCards.check': async ({ owner }) => ({
		body: { code: (await issueCard(services, await owner())).code },
	}),
	'feedback.submit': async () => ({ body: feedbackBody() }),
	...Object.fromEntries(
		['doorSales.countCashAsStaff', 'doorSales.countCashAsMember'].map((id) => [
			id,
			(world: World) => sellingDevice(world, { action: 'open', countedMinor: 100, name: 'Ada' }),
		]),
	),
	...Object.fromEntries(
		['doorSales.topUpAsStaff', 'doorSales.topUpAsMember'].map((id) => [
			id,
			async (world: World) => {
				const { token } = await world.owner();
				const settings = { ticketTypeIds: null, ways: ['cash'], allotmentSize: 2 };
				const path = `/api/events/${(await world.door()).event}/door-sales/settings`;
				await api.call('PUT', path, settings, { token });
				return sellingDevice(world, {});
			},
		]),
	),
	'doorSales.closeCashDrawer': async (world) => {
		const { params, body } = await sellingDevice(world, { action: 'open', countedMinor: 100, name: 'Ada' });
		const opened = await api.post(`/api/staff-access/cash/${params.token}`, body);
		return { params: { event: params.event, drawer: opened.body.id as string }, body: { countedMinor: 90 } };
	},
	'checkIn.undoCheckIn': checkedIn,
	'checkIn.undoCheckInAsMember': checkedIn,
	'staff.createSeriesLink': async ({ owner }) => ({
		params: { series: (await makeSeriesOf(services, await owner())).id },
		body: { label: 'Season' },
	}),
	'staff.revokeSeriesLink': seriesLinkOf,
	'staff.rotateSeriesLink': seriesLinkOf,
	'staff.openStaffAccess': async ({ door }) => ({ body: { code: (await door()).token } }),
	'status.addIncidentUpdate': async ({ post }) => {
		const incident = {
			title: 'Slow',
			kind: 'incident',
			impact: 'degraded',
			components: [],
			message: 'We look.',
		};
		return {
			params: { incident: (await post('/api/admin/incidents', incident)).id },
			body: { state: 'identified', message: 'We know why.' },
		};
	},
	'codes.createCode': async () => ({ body: { code: 'KEYED', kind: 'percent', basisPoints: 1_000 } }),
	'codes.createCodeBatch': async () => ({ body: { count: 3, kind: 'percent', basisPoints: 1_000 } }),
	'tickets.createTicketType': async () => ({ body: { name: 'Guest list', kind: 'free', capacity: 5 } }),
	'tickets.createCapacityPool': async () => ({ body: { name: 'Hall', size: 5 } }),
};

async function publishedSlug({ owner, door }: World): Promise<string> {
	await door();
	const { rows } = await database().pool.query('SELECT slug FROM organisations WHERE id = $1', [
		(await owner()).organisationId,
	]);
	return rows[0].slug;
}

/** A call about a series without an end. */
function inSeries(body?: object) {
	return async ({ series }: World) => ({ params: { series: await series() }, ...(body && { body }) });
}

async function following({ owner }: World) {
	const { organisationId } = await owner();
	const { rows } = await database().pool.query(
		`INSERT INTO followers (id, organisation_id, email, email_key, state, consent_text, consented_at)
		VALUES (gen_random_uuid(), $1, 'a@example.org', 'a@example.org', 'pending', 'Yes', now()) RETURNING id`,
		[organisationId],
	);
	return { params: { token: followerToken(services.secret, { organisationId, id: rows[0].id }) } };
}

const grace = { name: 'Grace Hopper', email: 'grace.hopper@example.org' };

async function freeTicket({ order }: World) {
	const manageToken = await order(false);
	const { body } = await api.get(`/api/orders/${manageToken}`);
	return { manageToken, attendee: body.attendees[0].id as string };
}

/** A question that each guest answers with a file. */
async function askedForFile({ door, owner }: World): Promise<string> {
	const { event } = await door();
	const question = { label: 'Consent form', kind: 'file' };
	return (await api.post(`/api/events/${event}/questions`, question, { token: (await owner()).token })).body
		.id;
}

/** A group whose guests pay for themselves. */
const newGroup = (ticketTypeId: string) => ({
	...{ pays: 'each', name: 'Choir', leaderName: 'Clara', leaderEmail: 'clara@example.org', ticketTypeId },
	...{ places: 2, deadlineAt: new Date(Date.now() + 3_600_000).toISOString() },
});

/** The links of a group that shares the two tickets of an order. */
async function sharedOrder({ order }: World) {
	const path = `/api/orders/${await order(false, 2)}/group`;
	const { groupToken } = (await api.post(path, { name: 'Table 7' })).body as { groupToken: string };
	const { claimToken } = (await api.get(`/api/groups/${groupToken}`)).body as { claimToken: string };
	return { groupToken, claimToken };
}

/** An event whose tickets are sold out, and somebody who waits for them. */
async function soldOut({ owner }: World) {
	const { id: event, organisationId } = await makeEvent(services, await owner(), { isPublished: true });
	const { rows } = await database().pool.query(
		`WITH sold AS (UPDATE capacity_pools SET size = 0 WHERE event_id = $1)
		INSERT INTO waitlist_entries (id, organisation_id, event_id, ticket_type_ids, party, name, email)
		SELECT gen_random_uuid(), $2, $1, array_agg(id), 1, 'Mary', 'mary@example.org' FROM ticket_types WHERE event_id = $1
		RETURNING id, ticket_type_ids[1] AS type`,
		[event, organisationId],
	);
	return { event, type: rows[0].type as string, entry: rows[0].id as string };
}

/** The link of a ticket that is offered to somebody. */
async function offered(world: World): Promise<string> {
	const { manageToken, attendee } = await freeTicket(world);
	await api.post(`/api/orders/${manageToken}/attendees/${attendee}/transfer`, grace);
	const { rows } = await database().pool.query<{ eventId: string; transferId: string }>(
		`SELECT event_id AS "eventId", id AS "transferId" FROM ticket_transfers WHERE attendee_id = $1`,
		[attendee],
	);
	return transferLinkOf(services, rows[0] ?? { eventId: '', transferId: '' })
		.split('/')
		.at(-1) as string;
}

async function monthly({ monthlyGift }: World) {
	return { params: await monthlyGift() };
}

const reportQuery = { dataset: 'attendees', groups: ['status'], measures: ['tickets'] };

async function savedReport({ owner }: World) {
	const { organisationId, token } = await owner();
	const body = { name: 'Tickets', query: reportQuery };
	const made = await api.post(`/api/organisations/${organisationId}/reports`, body, { token });
	return { params: { report: made.body.id as string } };
}

async function connected({ owner }: World) {
	return { params: { connection: (await makeConnection(services, await owner())).row.id } };
}

async function checkedIn({ door }: World) {
	const { token, guests } = await door();
	await api.post(`/api/staff-access/checkin/${token}`, { qrCode: guests[0]?.code });
	return { body: { guestId: guests[0]?.id } };
}

type JsonSchema = {
	type?: string;
	enum?: unknown[];
	const?: unknown;
	anyOf?: JsonSchema[];
	$ref?: string;
	$defs?: Record<string, JsonSchema>;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	format?: string;
	minLength?: number;
	minimum?: number;
};

/** The least that a schema takes. */
function sample(schema: JsonSchema, name: string, root: JsonSchema = schema): unknown {
	if (schema.$ref) return sample(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, root);
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, name, root);
	if (schema.properties)
		return Object.fromEntries(
			(schema.required ?? []).map((key) => [key, sample(schema.properties?.[key] ?? {}, key, root)]),
		);
	if (schema.type === 'array') return [];
	if (schema.type === 'boolean') return true;
	if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
	if (name === 'email') return `somebody-${randomUUID()}@example.org`;
	if (schema.format === 'uuid') return randomUUID();
	if (schema.format === 'date-time' || name === 'timestamp') return new Date().toISOString();
	return 'a reason that is long enough'.padEnd(schema.minLength ?? 0, 'x').slice(0, 100);
}

async function requestFor(endpoint: AnyEndpoint, world: World) {
	const { params, body, query } = (await particulars[endpoint.id]?.(world)) ?? {};
	const { owner, door } = world;
	const values: Record<string, () => Promise<string | undefined>> = {
		event: async () => (await door()).event,
		organisation: async () => (await owner()).organisationId,
		organiser: async () => (await owner()).organisationId,
		listing: async () => (await door()).event,
		user: world.other,
		staffLink: async () => (await door()).linkId,
		attendee: async () => (await door()).guests[0]?.id,
		manageToken: () => world.order(false),
		token: async () => (await door()).token,
		item: async () => (await world.post('/api/admin/content', { kind: 'post', title: 'News' })).id,
	};
	let { path } = endpoint;
	for (const [part, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g))
		path = path.replace(part, params?.[name] ?? (await values[name]?.()) ?? randomUUID());
	const content = () => {
		if (!endpoint.upload)
			return (
				body ??
				(endpoint.body &&
					sample(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema, ''))
			);
		const form = new FormData();
		const isList = endpoint.id.includes('Import');
		const file = isList ? new Blob(['Name,Email\nAda,ada@example.org\n'], { type: 'text/csv' }) : picture;
		form.append(endpoint.upload.field, file, isList ? 'guests.csv' : 'picture.png');
		return form;
	};
	const sent = endpoint.upload ? undefined : content();
	const token = endpoint.access.kind === 'admin' ? admin.token : (await owner()).token;
	const needsToken = ['user', 'admin', 'organisation'].includes(endpoint.access.kind);
	return (key: string) =>
		api.post(path, endpoint.upload ? content() : sent, {
			...(needsToken && { token }),
			...(query && { query }),
			headers: { 'Idempotency-Key': key },
		});
}

const keyed = routes
	.map((route) => route.endpoint)
	.filter((endpoint) => endpoint.method === 'POST' && endpoint.idempotency !== 'command');
/** The session that would ask again is over. */
const endsOwnSession = new Set([
	'accounts.logout',
	'accounts.endAllSessions',
	'accounts.changePassword',
	'settings.deleteAccount',
]);
/** A paid order of a seller whose documents can be issued. */
/** A change of a paid order for the free type of its event. */
async function orderChange(owner: TestUser) {
	const { event, order } = await paidOrder(owner);
	await database().pool.query(
		`UPDATE events SET change_rules = '{"until": null, "allowsLower": true}' WHERE id = $1`,
		[event.id],
	);
	const { rows } = await database().pool.query<{ attendee: string; type: string }>(
		`SELECT a.id AS attendee, t.id AS type FROM attendees a JOIN ticket_types t ON t.event_id = a.event_id AND t.kind = 'free'
		WHERE a.order_id = $1 LIMIT 1`,
		[order.id],
	);
	const tickets = [{ attendeeId: rows[0]?.attendee, ticketTypeId: rows[0]?.type }];
	return { params: { manageToken: order.manageToken }, body: { tickets }, event, order };
}

async function ticketChange(owner: TestUser) {
	const { event, order, body } = await orderChange(owner);
	return { params: { event: event.id, order: order.id }, body };
}

/** An order that awaits approval. */
async function requested(owner: TestUser) {
	const event = await makePricedEvent(services, api, owner, { needsApproval: true });
	const order = await holdTickets(api, event);
	return { params: { event: event.id, order: order.id } };
}

async function paidOrder(owner: TestUser) {
	const event = await makePricedEvent(services, api, owner, { taxReason: 'exempt' });
	await enterSellerDetails(services, owner.organisationId);
	const order = await holdTickets(api, event);
	await payByCard(api, order);
	return { event, order };
}

/** A paid donation to an organisation that issues receipts of donations. */
async function paidGift(owner: TestUser) {
	const event = await makeFundraiser(services, api, owner);
	const settings = `/api/organisations/${owner.organisationId}/gift-receipt-settings`;
	const { token } = owner;
	await api.call('PUT', settings, { regime: 'uk', number: '1234567', isAutomatic: false }, { token });
	const order = await holdGift(api, event, { amountMinor: 2_000 });
	await payByCard(api, order);
	return { event, order };
}

/** An offline donation to an organisation that issues receipts as a country wants them. */
async function offlineDonation(owner: TestUser, regime: 'uk' | 'de', currency = 'EUR') {
	const event = await makeFundraiser(services, api, owner, { currency, type: { currency } });
	const path = `/api/organisations/${owner.organisationId}`;
	const { token } = owner;
	const notice = {
		purpose: 'Kunst',
		taxOffice: 'Berlin',
		noticeDate: '2025-06-30',
		assessmentPeriod: '2024',
	};
	const settings = { regime, number: '1234567', isAutomatic: false, ...(regime === 'de' && notice) };
	await api.patch(`${path}/settings`, { legalName: 'Harbour Hall', address: 'Pier 1' }, { token });
	await api.call('PUT', `${path}/gift-receipt-settings`, settings, { token });
	const made = await api.post(
		`/api/events/${event.id}/donations`,
		{ amountMinor: 2_000, receivedOn: '2025-03-01', donorName: 'Grace', donorEmail: 'grace@example.org' },
		{ token },
	);
	const params = { event: event.id, donation: made.body.id as string };
	return { params, body: { name: 'Grace', address: 'Road 2' } };
}

/** A device at the door, behind a link that was used a moment ago: its use is noted once a minute, whatever comes of the call. */
async function sellingDevice({ owner, door }: World, body: Record<string, unknown>) {
	const { event } = await door();
	const made = await api.post(
		`/api/events/${event}/staff-links`,
		{ label: 'Till', abilities: ['scan', 'sell_at_door'] },
		{ token: (await owner()).token },
	);
	const device = { id: `device-${randomUUID()}`, name: 'Till' };
	const token = made.body.token as string;
	await api.get(`/api/staff-access/sell/${token}`, { query: { deviceId: device.id } });
	return { params: { token, event }, body: { ...body, device } };
}

/** What this test has no valid call for; of these it shows that a refusal changes nothing. */
const expectedRefusals = [
	// A key of an account at another service.
	'mailingLists.findServiceLists',
	'mailingLists.create',
	'accounts.makeFirstAdministrator',
	'accounts.completeSignIn',
	'accounts.confirmSignIn',
	'accounts.turnOnTwoFactor',
	'accounts.makeRecoveryCodes',
	'accounts.beginProviderLink',
	'accounts.completeProviderLink',
	'accounts.beginProviderSignIn',
	'accounts.completeProviderSignIn',
	'events.unlockEvent',
	'organisers.writeToOrganiser',
	'orders.importAttendees',
	'orders.importBankFile',
	'orders.undoAttendeeImport',
	'orders.cancelOrder',
	'orders.holdAgain',
	'orders.markPaid',
	'orders.refund',
	'orders.confirmAddress',
	'orders.createRefundRequest',
	'orders.approveRefundRequest',
	'orders.declineRefundRequest',
	'orders.recordSentRefunds',
	'orders.createRefundFile',
	'fundraisers.makeGiftAidClaim',
	'fundraisers.cancelGiftAidDeclaration',
	'payments.settleDifference',
	'payments.retryFailedRefund',
	'subscriptions.chargePlan',
	'payments.sendEvidence',
	'payments.confirmBankDetails',
	'payments.acceptDispute',
	'orders.runBulk',
	'orders.stopBulk',
	'checkIn.settleDoorConflict',
	'feedback.uploadScreenshot',
	'feedback.sendConsoleLog',
	'feedback.addNote',
	'feedback.mergeReport',
	'support.markAnswered',
	'notifications.retryMail',
	'notifications.retryJob',
	'notifications.unsubscribe',
	'errorLog.resolveError',
];
const refused: string[] = [];

test.each(keyed.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (id, endpoint) => {
	const call = await requestFor(endpoint, makeWorld());
	const before = await stateOf();
	const failed = await whileAnswersCannotBeKept(() => call('first'));
	expect(await stateOf()).toEqual(before);
	const first = await call('first');
	const after = await stateOf();
	if (first.status >= 400) {
		refused.push(id);
		expect(first.status).toBeLessThan(500);
		expect(failed.status).toBe(first.status);
		expect(after).toEqual(before);
		return;
	}
	expect(failed.status).toBe(500);
	const second = await call('first');
	expect(await stateOf()).toEqual(after);
	if (endsOwnSession.has(id)) return expect(second.status).toBe(401);
	expect([second.status, second.body, second.headers.get('idempotent-replayed')]).toEqual([
		first.status,
		first.body,
		'true',
	]);
});

afterAll(() => {
	expect(refused.filter((id) => !expectedRefusals.includes(id))).toEqual([]);
});
