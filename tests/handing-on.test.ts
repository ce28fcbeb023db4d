import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { authenticateKey } from '#server/domain/developer/authenticate-key.ts';
import { claimDue, dropWithheld } from '#server/domain/integrations/claim.ts';
import { insertMessages } from '#server/domain/integrations/make-messages.ts';
import { datasets } from '#server/domain/reports/datasets/catalogue.ts';
import { findStaff } from '#server/domain/staff/find-staff.ts';
import { rightsOf } from '#server/http/handler.ts';
import { newId } from '#shared/lib/ids.ts';
import { scopesOf } from '#shared/rules/api-keys.ts';
import { handedOnActions } from '#shared/rules/handing-on.ts';
import { adjustableActions, memberCan, type OrganisationAction } from '#shared/rules/permissions.ts';
import { makeMember, type TestUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeConnection } from '#tests/factories/connections.ts';
import { type Door, makeDoor } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { makeInvitation } from '#tests/factories/team.ts';
import type { TestApi } from '#tests/support/api.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** What members hand on to programs, devices and strangers: never more than they may do themselves, when it is made and later. */
const { database, services, api, owner } = useTestOwner();
let door: Door;
/** An admin whose rights the tests change. */
let member: TestUser;

beforeAll(async () => {
	door = await makeDoor({ services, api, owner }, { guests: 2 });
	member = await makeMember(services, owner.organisationId, 'admin');
});

const setMember = (set: string, who = member) =>
	database().pool.query(`UPDATE memberships SET ${set} WHERE user_id = $1 AND organisation_id = $2`, [
		who.userId,
		owner.organisationId,
	]);
const deny = (actions: readonly OrganisationAction[], who = member) =>
	setMember(
		`role = 'admin', event_ids = NULL, extra_actions = '{}', denied_actions = '{${actions.join()}}'`,
		who,
	);
const base = () => `/api/organisations/${owner.organisationId}`;
const outcome = (answer: { status: number; body: { metadata?: { rule?: string } } }) =>
	answer.status < 300 ? 'made' : (answer.body.metadata?.rule ?? answer.status);

/** How a thing is made with one part, and what of the part works when it is used now. */
interface Thing {
	manages: OrganisationAction;
	make(part: string, token: string): ReturnType<TestApi['post']>;
	/** Rights that the thing gives to whoever uses it. */
	// biome-ignore lint/suspicious/noExplicitAny: what the API answered, as tests read it
	works(made: any, part: string): Promise<boolean>;
}
const things: Record<keyof typeof handedOnActions, Thing> = {
	scope: {
		manages: 'developer.manage',
		make: (part, token) =>
			api.post(
				`${base()}/api-keys`,
				{
					name: 'Program',
					environment: scopesOf('live').includes(part as 'events:read') ? 'live' : 'test',
					scopes: [part],
				},
				{ token },
			),
		async works({ id, token }: { id: string; token: string }, part) {
			const { memberships } = await authenticateKey(services, token, '203.0.113.1');
			await api.post(`${base()}/api-keys/${id}/revoke`, undefined, owner);
			const [membership] = memberships;
			const isReached = !membership?.eventIds || membership.eventIds.includes(door.event);
			const rights = membership && isReached ? rightsOf(membership) : null;
			return handedOnActions.scope[part as 'events:read'].every(
				(action) => rights !== null && memberCan(rights, action),
			);
		},
	},
	ability: {
		manages: 'staff_links.manage',
		make: (part, token) =>
			api.post(`/api/events/${door.event}/staff-links`, { label: 'North', abilities: [part] }, { token }),
		async works({ token }: { token: string }, part) {
			const found = await findStaff(services, token);
			return found?.abilities.includes(part as 'scan') ?? false;
		},
	},
	message: {
		manages: 'integrations.manage',
		make: (part, token) =>
			api.post(`${base()}/connections`, { target: 'https://hooks.example.com/1', types: [part] }, { token }),
		async works({ id }: { id: string }, part) {
			await services.database.transaction((tx) =>
				insertMessages(tx, [
					{
						message: {
							...{ id: newId(), organisationId: owner.organisationId, source: randomUUID(), type: part },
							occurredAt: new Date(),
							payload: { ids: {}, object: {} },
						},
						for: [id],
					},
				]),
			);
			const messages = await dropWithheld(services, await claimDue(services, new Map(), 10));
			await api.delete(`${base()}/connections/${id}`, owner);
			return messages.some(({ message }) => message.type === part);
		},
	},
	guestData: {
		manages: 'integrations.manage',
		make: (_, token) =>
			api.post(
				`${base()}/connections`,
				{ target: 'https://hooks.example.com/1', types: ['guest.updated'], withGuests: true },
				{ token },
			),
		async works({ id }: { id: string }) {
			const { organisationId } = owner;
			const message = {
				...{ id: newId(), organisationId, source: randomUUID(), type: 'guest.updated', eventId: door.event },
				...{ occurredAt: new Date(), payload: { ids: { attendeeIds: [door.guests[0]?.id] }, object: {} } },
			};
			await services.database.transaction((tx) => insertMessages(tx, [{ message, for: [id] }]));
			const messages = await dropWithheld(services, await claimDue(services, new Map(), 10));
			await api.delete(`${base()}/connections/${id}`, owner);
			return messages.some(({ guests }) => guests === 'included');
		},
	},
};

describe.each(Object.entries(things))('%s', (kind, thing) => {
	const parts = Object.entries<readonly OrganisationAction[]>(handedOnActions[kind as 'scope']);

	test.each(parts)('%s is made by who has its rights and nothing else', async (part, needs) => {
		const kept = new Set<OrganisationAction>([...needs, thing.manages]);
		await deny(adjustableActions.filter((action) => !kept.has(action)));
		const made = await thing.make(part, member.token);
		expect(outcome(made)).toBe('made');
		expect(await thing.works(made.body, part)).toBe(true);
	});

	const rights = parts.flatMap(([part, needs]) =>
		needs.filter((action) => adjustableActions.includes(action)).map((action) => [part, action] as const),
	);

	test.each(rights)('%s is not given without %s, and ends when it is taken', async (part, action) => {
		await deny([action]);
		if (action !== thing.manages)
			expect(outcome(await thing.make(part, member.token))).toBe('beyond-own-rights');
		await deny([]);
		const made = await thing.make(part, member.token);
		await deny([action]);
		expect(await thing.works(made.body, part)).toBe(false);
	});

	test('nothing of it works once its maker has left, is locked, or does not reach the event', async () => {
		const [[part] = ['']] = parts;
		for (const end of [
			(who: TestUser) => setMember(`event_ids = ARRAY['${randomUUID()}']::uuid[]`, who),
			(who: TestUser) =>
				database().pool.query(
					`INSERT INTO account_locks (user_id, reason, locked_by, locked_at) VALUES ($1, 'x', $2, now())`,
					[who.userId, owner.userId],
				),
			(who: TestUser) => api.delete(`${base()}/members/${who.userId}`, owner),
		]) {
			const maker = await makeMember(services, owner.organisationId, 'admin');
			const made = await thing.make(kind === 'message' ? 'payout.paid' : part, maker.token);
			await end(maker);
			expect(await thing.works(made.body, part).catch(() => false)).toBe(false);
		}
	});
});

describe('what another member made', () => {
	test('a key is rotated, widened and renewed by who has its rights, and is theirs then', async () => {
		const { id } = await makeApiKey(services, owner, {
			scopes: ['events:read', 'money:read'],
			networks: ['203.0.113.0/24'],
		});
		const path = `${base()}/api-keys/${id}`;
		const change = (body: object) => api.patch(path, body, member);
		await deny(['money.view']);
		const later = new Date(Date.now() + 400 * 86_400_000).toISOString();
		expect(outcome(await api.post(`${path}/rotate`, {}, member))).toBe('beyond-own-rights');
		for (const wider of [
			{ scopes: ['events:read', 'money:read', 'orders:read'] },
			{ networks: null },
			{ networks: ['198.51.100.0/24'] },
			{ expiresAt: later },
			{ expiresAt: null },
		])
			expect([wider, outcome(await change(wider))]).toEqual([wider, 'beyond-own-rights']);
		const renamed = await change({ name: 'Shop', networks: ['203.0.113.0/24'] });
		expect(renamed.body).toMatchObject({ name: 'Shop', createdBy: { id: owner.userId } });
		await deny([]);
		const rotated = await api.post(`${path}/rotate`, {}, member);
		expect(rotated.body.createdBy.id).toBe(member.userId);
		const widened = await api.patch(`${base()}/api-keys/${rotated.body.id}`, { networks: null }, owner);
		expect(widened.body.createdBy.id).toBe(owner.userId);
	});

	test('the code of a staff link is shown, mailed, renewed and its PIN changed to who may do what it does', async () => {
		const links = `/api/events/${door.event}/staff-links`;
		const made = await api.post(links, { label: 'All', abilities: ['scan', 'export'], pin: '1234' }, owner);
		const path = `${links}/${made.body.id}`;
		await deny(['attendees.export']);
		const listed = await api.get(links, member);
		const find = (body: { data: { id: string }[] }) => body.data.find(({ id }) => id === made.body.id);
		expect(find(listed.body)).toMatchObject({ shortCode: '', createdBy: owner.userId, withheld: [] });
		for (const call of [
			() => api.post(`${path}/rotate`, undefined, member),
			() => api.post(`${path}/share`, { email: 'me@example.org' }, member),
			() => api.patch(path, { pin: null }, member),
			() => api.patch(path, { label: 'Mine' }, member),
		])
			expect(outcome(await call())).toBe('beyond-own-rights');
		const narrowed = await api.patch(path, { abilities: ['scan'] }, member);
		expect(narrowed.body).toMatchObject({ shortCode: made.body.shortCode, createdBy: owner.userId });
		const rotated = await api.post(`${path}/rotate`, undefined, member);
		expect(rotated.body.createdBy).toBe(member.userId);
		expect((await api.post(`${path}/revoke`, undefined, member)).status).toBe(200);
	});

	test('a link whose maker lost one of its rights does the rest; a new maker brings it back', async () => {
		const links = `/api/events/${door.event}/staff-links`;
		await deny([]);
		const made = await api.post(links, { label: 'Both', abilities: ['scan', 'search'] }, member);
		await deny(['attendees.view']);
		expect((await findStaff(services, made.body.token))?.abilities).toEqual(['scan']);
		const { body } = await api.get(links, owner);
		const shown = body.data.find(({ id }: { id: string }) => id === made.body.id);
		expect(shown).toMatchObject({ abilities: ['scan', 'search'], withheld: ['search'] });
		await api.patch(`${links}/${made.body.id}`, { label: 'Both doors' }, owner);
		expect((await findStaff(services, made.body.token))?.abilities).toEqual(['scan', 'search']);
	});

	test('links of who left are ended, and their devices hand in what they scanned', async () => {
		const links = `/api/events/${door.event}/staff-links`;
		const maker = await makeMember(services, owner.organisationId, 'admin');
		const made = await api.post(links, { label: 'North' }, maker);
		await api.delete(`${base()}/members/${maker.userId}`, owner);
		expect(await findStaff(services, made.body.token)).toBeNull();
		const ended = await findStaff(services, made.body.token, { isOpenAfterEnd: true });
		expect(ended).toMatchObject({ state: 'revoked', abilities: made.body.abilities });
		const entered = await api.post('/api/staff-access/open', { code: made.body.shortCode });
		expect(entered.status).toBe(401);
	});

	test('a connection is changed by who may see what it sends, and its log is read by them alone', async () => {
		const { row } = await makeConnection(services, owner, { types: ['payout.paid', 'event.published'] });
		const path = `${base()}/connections/${row.id}`;
		await deny(['money.view']);
		for (const change of [{ target: 'https://hooks.example.com/mine' }, { name: 'Mine' }])
			expect(outcome(await api.patch(path, change, member))).toBe('beyond-own-rights');
		const [deliveryId = ''] = await services.database.transaction((tx) =>
			insertMessages(tx, [
				{
					message: {
						...{ id: newId(), organisationId: owner.organisationId, source: randomUUID() },
						...{ type: 'payout.paid', occurredAt: new Date() },
						payload: { ids: {}, object: { payout: { amountMinor: 47_110_815 } } },
					},
					for: [row.id],
				},
			]),
		);
		const delivery = `${base()}/deliveries/${deliveryId}`;
		expect((await api.get(delivery, owner)).body.body).toContain('47110815');
		expect(outcome(await api.get(delivery, member))).toBe('beyond-own-rights');
		const samples = await api.get(`${base()}/webhook-samples/payout.paid`, member);
		expect(JSON.stringify(samples.body)).not.toContain('47110815');
		expect(outcome(await api.patch(path, { types: ['event.published'] }, member))).toBe('made');
		await api.delete(path, owner);
	});

	test('names and emails go by a webhook that only who may see guests changes, until they are left out', async () => {
		await deny(['attendees.view']);
		const { row } = await makeConnection(services, owner, { withGuests: true });
		const path = `${base()}/connections/${row.id}`;
		for (const change of [
			{ target: 'https://hooks.example.com/mine' },
			{ name: 'Mine' },
			{ withGuests: true },
		])
			expect(outcome(await api.patch(path, change, member))).toBe('beyond-own-rights');
		const maker = async () =>
			(await database().pool.query('SELECT created_by FROM connections WHERE id = $1', [row.id])).rows[0]
				.created_by;
		expect(outcome(await api.patch(path, { withGuests: false, name: 'Mine' }, member))).toBe('made');
		expect(await maker()).toBe(owner.userId);
		await deny([]);
		expect(outcome(await api.patch(path, { withGuests: true }, member))).toBe('made');
		expect(await maker()).toBe(member.userId);
		await deny(['attendees.view']);
		expect(outcome(await api.patch(path, { name: 'Ours' }, owner))).toBe('made');
		expect(await maker()).toBe(owner.userId);
		await api.delete(path, owner);
		const chat = { kind: 'slack', target: 'https://hooks.example.com/1', types: ['event.published'] };
		const refused = await api.post(`${base()}/connections`, { ...chat, withGuests: true }, owner);
		expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED']);
	});

	test('a program makes connections for what its key may read', async () => {
		const make = (token: string) => things.message.make('registration.created', token);
		const writer = await makeApiKey(services, owner, { scopes: ['webhooks:write'] });
		expect(outcome(await make(writer.token))).toBe('beyond-own-rights');
		const reader = await makeApiKey(services, owner, { scopes: ['webhooks:write', 'orders:read'] });
		expect(outcome(await make(reader.token))).toBe('made');
		const named = (token: string) => things.guestData.make('guests', token);
		expect(outcome(await named(reader.token))).toBe('beyond-own-rights');
		const seer = await makeApiKey(services, owner, { scopes: ['webhooks:write', 'guests:read'] });
		const { body } = await named(seer.token);
		expect(body.withGuests).toBe(true);
		const path = `${base()}/connections/${body.id}`;
		for (const { token } of [writer, reader])
			expect(outcome(await api.patch(path, { target: 'https://hooks.example.com/mine' }, { token }))).toBe(
				'beyond-own-rights',
			);
	});

	test('an invitation ends when its sender may not give its role any more; sent again by another it works', async () => {
		const invited = await makeInvitation(services, member, { role: 'admin' });
		const state = async () => (await api.get(`/api/invitations/${invited.token}`)).body.state;
		await deny([]);
		expect(await state()).toBe('open');
		await deny(['money.manage']);
		expect(await state()).toBe('withdrawn');
		const accepted = await api.post(`/api/invitations/${invited.token}`, {
			...{ firstName: 'A', lastName: 'B', password: 'rather long phrase 77' },
		});
		expect(outcome(accepted)).toBe('invitation-withdrawn');
		expect((await api.post(`${base()}/invitations/${invited.id}/resend`, undefined, owner)).status).toBe(200);
		const { rows } = await database().pool.query('SELECT invited_by FROM invitations WHERE id = $1', [
			invited.id,
		]);
		expect(rows).toEqual([{ invited_by: owner.userId }]);
	});
});

describe.each(Object.values(datasets).map(({ id, needs }) => [id, needs] as const))(
	'a report of %s',
	(id, needs) => {
		const { columns } = datasets[id];
		const group =
			'event' in columns ? 'event' : Object.keys(columns).find((name) => columns[name]?.type === 'choice');

		test(`is shared and scheduled by who has ${needs}, as long as they have it`, async () => {
			const [measure = ''] = Object.entries(datasets[id].measures).flatMap(([name, one]) =>
				one.needs ? [] : [name],
			);
			const query = { dataset: id, groups: [group], measures: [measure] };
			const saved = await api.post(`${base()}/reports`, { name: id, query, sharing: 'organisation' }, owner);
			expect([saved.status, saved.body.details]).toEqual([201, undefined]);
			const path = `${base()}/reports/${saved.body.id}`;
			const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
			const link = () => api.post(`${path}/links`, { label: 'Board', expiresAt }, member);
			const schedule = () =>
				api.post(`${path}/schedules`, { kind: 'daily', at: '07:30', timeZone: 'Europe/Berlin' }, member);
			if (adjustableActions.includes(needs)) {
				await deny([needs]);
				expect([(await link()).status, (await schedule()).status]).toEqual([403, 403]);
			}
			await deny([]);
			const made = await link();
			expect([made.status, (await schedule()).status]).toEqual([201, 201]);
			const open = async () => (await api.get(`/api/report-links/${made.body.token}`)).status;
			expect(await open()).toBe(200);
			await deny(adjustableActions.includes(needs) ? [needs] : ['reports.manage']);
			expect(await open()).toBe(404);
		});
	},
);

describe('names of guests', () => {
	test('are shown at the door, in figures and conflicts to who may see guests, and to nobody else', async () => {
		const [guest, other] = door.guests;
		await api.post(`/api/events/${door.event}/check-ins`, { guestId: guest?.id, nonce: newId() }, owner);
		const item = { kind: 'scan', nonce: newId(), guestQrData: other?.code, decision: 'admitted' };
		const item2 = { ...item, nonce: newId(), shown: 'accepted', scannedAt: new Date().toISOString() };
		const device = { id: 'device-a', name: 'Door a', queued: 1 };
		for (const nonce of [newId(), newId()])
			await api.post(`/api/staff-access/sync/${door.token}`, { device, items: [{ ...item2, nonce }] });
		const marketing = await makeMember(services, owner.organisationId, 'marketing');
		const gatekeeper = await makeMember(services, owner.organisationId, 'check_in');
		await setMember(`denied_actions = '{attendees.view}'`, gatekeeper);
		const at = `/api/events/${door.event}`;
		for (const path of ['/figures', '/door/conflicts', '/door/setup', '/door']) {
			const seen = await api.get(at + path, owner);
			if (path !== '/door/setup')
				expect([path, JSON.stringify(seen.body)]).toEqual([path, expect.stringContaining('Lovelace')]);
			for (const { token } of [marketing, gatekeeper]) {
				const { body } = await api.get(at + path, { token });
				expect([path, JSON.stringify(body)]).toEqual([path, expect.not.stringContaining('Lovelace')]);
			}
		}
		const figures = await api.get(`${at}/figures`, marketing);
		expect([figures.status, figures.body.checkedIn]).toEqual([200, 2]);
	});

	test('a member who may not see guests makes no link that shows or exports them', async () => {
		await deny(['attendees.view', 'attendees.export']);
		const event = await makeEvent(services, owner, { isPublished: true });
		const make = (body: object) =>
			api.post(`/api/events/${event.id}/staff-links`, { label: 'Mine', ...body }, member);
		for (const ability of ['search', 'see_emails', 'export'])
			expect(outcome(await make({ abilities: ['scan', ability] }))).toBe('beyond-own-rights');
		// Without a wish, what of the usual they may.
		expect((await make({})).body.abilities).toEqual(['scan', 'manual_check_in', 'undo']);
	});
});
